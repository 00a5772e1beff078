/** Why the venue closes a stream; 4400 and above are its own, named after HTTP statuses. */

/** The venue stops or starts over (RFC 6455, 7.4.1). */
export const CLOSE_GOING_AWAY = 1001;
/** A binary frame: messages are text (RFC 6455, 7.4.1). */
export const CLOSE_NOT_TEXT = 1003;
/** Too many messages that the venue could not make sense of. */
export const CLOSE_NO_SENSE = 4400;
/** The key or session of the socket is no more. D-158. */
export const CLOSE_CREDENTIAL_ENDED = 4401;
/** The key asks for more than it may. D-157. */
export const CLOSE_TOO_MANY = 4429;
/** The client does not read what it is sent, or gives no sign of life. D-154, D-157. */
export const CLOSE_TIMEOUT = 4408;
