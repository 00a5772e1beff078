/** How an operator ends a market. */

/** What the control protocol is told: a market that is resolved has an outcome. */
export const endedAs = (status = "EXPIRED") => ({
  status,
  ...(status === "RESOLVED" && { outcome: "YES" }),
});
