/** The one page of the embedded identity provider. */

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Development sign-in</title>
<h1>Development sign-in</h1>
<p>This provider believes any name. It is part of a test venue and guards nothing.</p>
<form method="post">
  <label>Name <input name="name" required maxlength="80" autocomplete="off" autofocus></label>
  <button>Sign in</button>
</form>
</html>
`;

/** No script, no style, nothing from elsewhere; the form leads back to the venue's port. */
export const loginPage = {
  html,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  },
};
