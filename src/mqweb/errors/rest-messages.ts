/**
 * Every error message of the REST API: HTTP status, text with inserts, explanation and action. The texts contain
 * nothing that a caller must not see.
 */

export interface RestMessage {
  status: number
  /** The text, in which `{0}` and `{1}` stand for the inserts. */
  text: string
  explanation: string
  action: string
}

export const restMessages = {
  MQWB0000E: message(
    500,
    'An unexpected error occurred.',
    'The server met a condition that it was not made for.',
    'Look at the log of the server; the entry carries the time and the path of this request.',
  ),
  MQWB0003E: message(
    500,
    "The queue manager refused the request with reason {0} ({1}) for '{2}'.",
    'The queue manager answered with a reason code that has no closer match in HTTP.',
    'Look up the reason code and correct the cause.',
  ),
  MQWB0004E: message(
    503,
    "The queue manager '{0}' could not serve the request: reason {1} ({2}).",
    'The queue manager is not running, or could not be reached.',
    'Start the queue manager, then repeat the request.',
  ),
  MQWB0009E: message(
    404,
    "Could not query the queue manager '{0}'",
    'No queue manager of this name exists in the installation of this server.',
    'Correct the name. Names are case-sensitive; GET /admin/qmgr lists those that exist.',
  ),
  MQWB0010E: message(
    404,
    "The resource '{0}' does not exist.",
    'No resource of this version of the REST API has this path.',
    'Correct the path and the version in the URL.',
  ),
  MQWB0011E: message(
    400,
    "The path '{0}' cannot be decoded.",
    'A percent sign in the path is not followed by the two hexadecimal digits of a UTF-8 byte.',
    'Encode each name in the path by itself; a percent sign in a name is written %25.',
  ),
  MQWB0012E: message(
    400,
    "The query parameter '{0}' is not valid for this resource{1}",
    'The resource does not have a query parameter of this name for this method, or it was given twice.',
    'Remove the query parameter or correct its name.',
  ),
  MQWB0013E: message(
    400,
    "The value '{0}' of the query parameter '{1}' is not valid: {2}.",
    'The value does not have the form that this query parameter takes.',
    'Correct the value.',
  ),
  MQWB0014E: message(
    400,
    "The attribute '{0}' is not valid here{1}",
    'The object does not have an attribute of this name, or not for its type.',
    'Remove the attribute or correct its name.',
  ),
  MQWB0015E: message(
    400,
    "The value {0} of the attribute '{1}' is not valid: {2}.",
    'The value has the wrong JSON type, or lies outside what the attribute allows.',
    'Correct the value.',
  ),
  MQWB0016E: message(
    400,
    "The attribute '{0}' is missing: {1}.",
    'The request cannot be carried out without this attribute.',
    'Add the attribute to the body of the request.',
  ),
  MQWB0017E: message(
    404,
    "The installation '{0}' does not exist.",
    'This server belongs to one installation, and it has another name.',
    'Correct the name; GET /admin/installation tells it.',
  ),
  MQWB0018E: message(
    400,
    "The queue manager '{0}' cannot be used as a gateway: {1}.",
    'The gateway header named a queue manager that cannot pass on this request.',
    'Name a running queue manager of this installation, or leave the header out.',
  ),
  MQWB0037E: message(
    404,
    "Could not find the queue '{0}'.",
    'The queue manager has no queue of this name and type.',
    'Correct the name. Names are case-sensitive.',
  ),
  MQWB0038E: message(
    404,
    "Could not find the subscription '{0}'.",
    'The queue manager has no subscription of this name.',
    'Correct the name. Names are case-sensitive.',
  ),
  MQWB0039E: message(
    404,
    "Could not find the channel '{0}'.",
    'The queue manager has no channel of this name among those that this resource shows.',
    'Correct the name. Server-connection and client-connection channels are shown by MQSC commands.',
  ),
  MQWB0040E: message(
    400,
    "The queue manager refused to {0} '{1}': {2}",
    'The command was understood but could not be carried out on this object.',
    'Correct the cause that the message names, then repeat the request.',
  ),
  MQWB0041E: message(
    403,
    "The resource '{0}' does not manage queue managers here.",
    'The property managementMode says that queue managers are created, started, ended and deleted elsewhere.',
    'Use what manages them, or set managementMode to standard.',
  ),
  MQWB0042E: message(
    404,
    "The message '{0}' is not on the queue '{1}'.",
    'Someone else has taken the message, or it has expired.',
    'List the messages of the queue again.',
  ),
  MQWB0100E: message(
    403,
    "The header '{0}' was omitted from the REST API request.",
    'A request that changes something must carry this header, so that a page of another site cannot send it.',
    'Send the header; any value will do, also none.',
  ),
  MQWB0102E: message(
    500,
    "'{0}' is damaged.",
    'What the queue manager finds on the disk is not what was kept there.',
    'See the log of the queue manager, which names the file and the message.',
  ),
  MQWB0103E: message(
    403,
    "The authenticated principal '{0}' is not authorized to {1} '{2}'.",
    'The object authority manager of the queue manager refused the operation.',
    'Have the authority granted by SET AUTHREC or setmqaut.',
  ),
  MQWB0104E: message(
    401,
    "The REST API request to '{0}' is not authenticated.",
    'The request carries no credentials, or none that the user registry of this server accepts.',
    'Send the credentials of a user of this server, or log in first.',
  ),
  MQWB0105E: message(
    503,
    'The user registry could not be asked.',
    'The registry that knows the users did not answer, or too many requests wait for it.',
    'Repeat the request a little later.',
  ),
  MQWB0108E: message(
    403,
    "The authenticated principal '{0}' is not granted access to any of the required roles: {1}.",
    'The roles of a user are bound in mqwebuser.xml, for the REST API and for the console separately.',
    'Have one of the required roles bound to the user or to one of its groups.',
  ),
  MQWB0110E: message(
    400,
    "The member '{0}' of the command is missing or not valid: {1}.",
    'The body of the request does not describe an MQSC command.',
    'Correct the body of the request.',
  ),
  MQWB0112E: message(
    401,
    "The '{0}' authentication token cookie failed verification.",
    'The REST API request cannot be completed because the authentication token failed verification.',
    'Login to the REST API to obtain a valid authentication cookie.',
  ),
  MQWB0113E: message(
    500,
    'The request took longer than {0} seconds and was given up.',
    'The time limit is the property mqRestRequestTimeout. What the queue manager was doing may still complete.',
    'Look at the result before repeating a request that changes something.',
  ),
  MQWB0114E: message(
    403,
    "The REST API request to '{0}' was sent by a page of another origin: {1}.",
    'A page of another origin may not change anything here, whether or not it sends the CSRF header.',
    'Name the origin of the page in the property mqRestCorsAllowedOrigins, or send the request from a page of this server.',
  ),
  MQWB0120E: message(
    400,
    'The command has a parameter or response parameter that is not valid: {0}',
    'The MQSC command does not have an attribute of this name, or not with this value.',
    'Correct the name of the attribute. Names are those of MQSC.',
  ),
  MQWB0121E: message(
    400,
    'The command is not valid: {0}',
    'The verb, the qualifier or their combination is not a command of MQSC in JSON form.',
    'Correct the command.',
  ),
  MQWB0300E: message(
    404,
    "Could not create a messaging connection to destination '{0}' on queue manager '{1}': reason {2} ({3}).",
    'The destination or the queue manager may not exist, or may not be active.',
    'Correct the names, or make and start what is missing.',
  ),
  MQWB0302E: message(
    400,
    "The header '{0}' cannot be set: the value '{1}' is not valid, {2}.",
    'The message was not put, because one of its headers has a value that does not fit.',
    'Correct the value of the header.',
  ),
  MQWB0303E: message(
    500,
    "The message for '{0}' could not be handled: reason {1} ({2}).",
    'The queue manager refused to put, get, browse or publish the message.',
    'Look up the reason code and correct the cause.',
  ),
  MQWB0305E: message(
    415,
    "The character set '{0}' is not supported.",
    'The text of a message is sent in UTF-8.',
    'Send the text in UTF-8, and say so or leave the character set out.',
  ),
  MQWB0306E: message(
    415,
    "The media type '{0}' is not supported; it must be one of {1}.",
    'The messaging REST API carries text.',
    'Send the message with one of the media types that are named.',
  ),
  MQWB0309E: message(
    501,
    "The message on '{0}' has the format '{1}', which this API does not support.",
    'The message is not text, so that it cannot become the body of an HTTP answer. It stays on the queue.',
    'Get the message by other means, or select another one.',
  ),
  MQWB0310E: message(
    400,
    'The body of the message is not text in UTF-8.',
    'The bytes of the body cannot be read as UTF-8.',
    'Send the text in UTF-8.',
  ),
  MQWB0311E: message(
    503,
    "All {0} messaging connections to the queue manager '{1}' are in use.",
    'The properties mqRestMessagingMaxPoolSize and mqRestMessagingFullPoolBehavior set this limit.',
    'Repeat the request a little later, or raise the limit.',
  ),
  MQWB0312E: message(
    400,
    "The header '{0}' is not known to the messaging REST API{1}",
    'The request carries a header of the message descriptor that the API does not have. Nothing was put or got.',
    'Correct the name of the header, or remove it. The headers of the descriptor are listed in the documentation.',
  ),
  MQWB0319E: message(
    404,
    'The messaging REST API is not enabled.',
    'The property mqRestMessagingEnabled is false.',
    'Set the property to true to use the messaging REST API.',
  ),
  MQWB0400E: message(
    500,
    'The MFT REST API is not enabled.',
    'Managed file transfer is off in this server.',
    'Use a server that has managed file transfer configured.',
  ),
  MQWB2004E: message(
    400,
    'The request body cannot be parsed: {0}.',
    'The body must be one JSON object in UTF-8.',
    'Correct the body of the request.',
  ),
  MQWB2005E: message(
    405,
    "The method {0} is not allowed for the resource '{1}'.",
    'The resource exists, but does not have this method in this version of the REST API.',
    'Use one of the methods that the Allow header names.',
  ),
  MQWB2006E: message(
    415,
    "The media type '{0}' is not supported; it must be application/json.",
    'The resource reads its body as JSON.',
    'Send the body as application/json.',
  ),
  MQWB2007E: message(
    400,
    'The request body is longer than {0} bytes.',
    'The resource reads its body whole, and this one is longer than any that makes sense.',
    'Send a shorter body.',
  ),
} as const satisfies Record<string, RestMessage>

export type RestMessageId = keyof typeof restMessages

function message(status: number, text: string, explanation: string, action: string): RestMessage {
  return { status, text, explanation, action }
}
