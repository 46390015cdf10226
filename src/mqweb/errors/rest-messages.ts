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
    'The server failed for a reason that it did not expect.',
    'Find the entry with the time and the path of this request in the log of the server.',
  ),
  MQWB0003E: message(
    500,
    "The queue manager refused the request with reason {0} ({1}) for '{2}'.",
    'The queue manager responded with a reason code for which HTTP has no status of its own.',
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
    'Percent-encode each name in the path separately. Write %25 for a percent sign in a name.',
  ),
  MQWB0012E: message(
    400,
    "The query parameter '{0}' is not valid for this resource{1}",
    'For this method, the resource has no query parameter of this name, or the parameter was given twice.',
    'Remove the query parameter or correct its name.',
  ),
  MQWB0013E: message(
    400,
    "The value '{0}' of the query parameter '{1}' is not valid: {2}.",
    'The query parameter does not accept values of this form.',
    'Correct the value.',
  ),
  MQWB0014E: message(
    400,
    "The attribute '{0}' is not valid here{1}",
    'Objects of this type do not have an attribute of this name.',
    'Remove the attribute or correct its name.',
  ),
  MQWB0015E: message(
    400,
    "The value {0} of the attribute '{1}' is not valid: {2}.",
    'The value has the wrong JSON type, or is outside the range of the attribute.',
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
    'The server serves one installation, which has another name.',
    'Correct the name. GET /admin/installation returns it.',
  ),
  MQWB0018E: message(
    400,
    "The queue manager '{0}' cannot be used as a gateway: {1}.",
    'The gateway header names a queue manager that cannot pass this request on.',
    'Name a running queue manager of this installation, or remove the header.',
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
    'The queue manager has no channel of this name and of a type that this resource shows.',
    'Correct the name. Use MQSC commands for server-connection and client-connection channels.',
  ),
  MQWB0040E: message(
    400,
    "The queue manager refused to {0} '{1}': {2}",
    'The command is valid, but the queue manager cannot run it on this object.',
    'Correct the cause that the message states, then repeat the request.',
  ),
  MQWB0041E: message(
    403,
    "The resource '{0}' does not manage queue managers here.",
    'With this value of the property managementMode, another tool creates, starts, ends and deletes queue managers.',
    'Use that tool, or set managementMode to standard.',
  ),
  MQWB0042E: message(
    404,
    "The message '{0}' is not on the queue '{1}'.",
    'Another application has got the message, or the message has expired.',
    'List the messages of the queue again.',
  ),
  MQWB0043E: message(
    428,
    "The header 'If-Match' was omitted from the request to '{0}'.",
    'The resource is replaced as a whole, so the request must name the version that it replaces.',
    'Get the resource, and send the value of its ETag header as If-Match.',
  ),
  MQWB0044E: message(
    412,
    "The resource '{0}' has changed since it was read.",
    'Another page or another client replaced the resource. The server did not store this version.',
    'Get the resource again, repeat the change, and send the new ETag as If-Match.',
  ),
  MQWB0045E: message(
    503,
    "The queue manager '{0}' is active on '{1}', which did not serve the request: {2}.",
    'This server has forwarded the request, or would have done so. The request may have taken effect when the connection ended after it was sent.',
    'Repeat the request. When it fails again, send it to the MQ web server of that machine.',
  ),
  MQWB0046E: message(
    503,
    "The queue manager '{0}' is not active here any more.",
    'Another server has forwarded the request to this one, and another instance becomes active.',
    'Repeat the request.',
  ),
  MQWB0047E: message(
    400,
    "The message '{0}' on the queue '{1}' has no dead-letter header.",
    'Only a message of the format MQDEAD says to which queue it belongs.',
    'Move the message to a queue that you choose.',
  ),
  MQWB0048E: message(
    400,
    "The message '{0}' cannot be put back to '{1}'.",
    'The queue of its dead-letter header is blank, or is the dead-letter queue itself.',
    'Name the queue that gets the message as target.',
  ),
  MQWB0100E: message(
    403,
    "The header '{0}' was omitted from the REST API request.",
    'A request that changes something must have this header, because a page of another site cannot set it.',
    'Send the header. Every value is accepted, including the empty value.',
  ),
  MQWB0102E: message(
    500,
    "'{0}' is damaged.",
    'The data that the queue manager read from disk is not the data that it wrote.',
    'See the log of the queue manager, which names the file and the message.',
  ),
  MQWB0103E: message(
    403,
    "The authenticated principal '{0}' is not authorized to {1} '{2}'.",
    'The object authority manager of the queue manager rejected the operation.',
    'Ask an administrator to grant the authority with SET AUTHREC or setmqaut.',
  ),
  MQWB0104E: message(
    401,
    "The REST API request to '{0}' is not authenticated.",
    'The request has no credentials, or the user registry of this server does not accept them.',
    'Send the credentials of a user of this server, or log in first.',
  ),
  MQWB0105E: message(
    503,
    'The user registry is unavailable.',
    'The user registry did not respond, or too many requests wait for it.',
    'Repeat the request after the time in the Retry-After header.',
  ),
  MQWB0108E: message(
    403,
    "The authenticated principal '{0}' is not granted access to any of the required roles: {1}.",
    'The file mqwebuser.xml binds the roles of users, for the REST API and for the console separately.',
    'Ask an administrator to bind one of the required roles to the user or to a group of the user.',
  ),
  MQWB0110E: message(
    400,
    "The member '{0}' of the command is missing or not valid: {1}.",
    'The body of the request does not describe an MQSC command.',
    'Correct the body of the request.',
  ),
  MQWB0111E: message(
    500,
    "The model queue '{0}' is missing.",
    'The gateway queue manager could not create a queue for the response of the remote queue manager.',
    'Define the model queue at the gateway queue manager, then repeat the request.',
  ),
  MQWB0112E: message(
    401,
    "The '{0}' authentication token cookie failed verification.",
    'The REST API request cannot be completed because the authentication token failed verification.',
    'Login to the REST API to obtain a valid authentication cookie.',
  ),
  MQWB0113E: message(
    500,
    'The request exceeded its timeout of {0} seconds.',
    'The property mqRestRequestTimeout sets the timeout. The queue manager may still complete the operation.',
    'Check the state of the object before you repeat a request that changes something.',
  ),
  MQWB0114E: message(
    403,
    "The REST API request to '{0}' was sent by a page of another origin: {1}.",
    'A page of another origin must not change anything on this server, with or without the CSRF header.',
    'Add the origin of the page to the property mqRestCorsAllowedOrigins, or send the request from a page of this server.',
  ),
  MQWB0120E: message(
    400,
    'The command has a parameter or response parameter that is not valid: {0}',
    'The MQSC command has no attribute of this name, or does not accept this value.',
    'Correct the attribute. Use the attribute names of MQSC.',
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
    'Correct the names, or create and start the missing object.',
  ),
  MQWB0302E: message(
    400,
    "The header '{0}' cannot be set: the value '{1}' is not valid, {2}.",
    'The server did not put the message, because the value of this header is not valid.',
    'Correct the value of the header.',
  ),
  MQWB0303E: message(
    500,
    "The message for '{0}' could not be handled: reason {1} ({2}).",
    'The queue manager rejected the put, get, browse or publish of the message.',
    'Look up the reason code and correct the cause.',
  ),
  MQWB0305E: message(
    415,
    "The character set '{0}' is not supported.",
    'The messaging REST API accepts text in UTF-8 only.',
    'Send the text in UTF-8, with charset=utf-8 or without a charset.',
  ),
  MQWB0306E: message(
    415,
    "The media type '{0}' is not supported; it must be one of {1}.",
    'The messaging REST API accepts text messages only.',
    'Send the message with one of these media types.',
  ),
  MQWB0309E: message(
    501,
    "The message on '{0}' has the format '{1}', which this API does not support.",
    'The message is not text, so it cannot be the body of the HTTP response. It stays on the queue.',
    'Get the message with another MQ client, or select another message.',
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
    'Repeat the request later, or raise the limit.',
  ),
  MQWB0312E: message(
    400,
    "The header '{0}' is not known to the messaging REST API{1}",
    'The API has no message descriptor header of this name. The server did not put or get a message.',
    'Correct the name of the header, or remove it. The documentation lists the message descriptor headers.',
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
    'The property mqRestMftEnabled is false.',
    'Run setmqweb properties -k mqRestMftEnabled -v true, and set mqRestMftCoordinationQmgr and mqRestMftCommandQmgr.',
  ),
  MQWB0401E: message(
    404,
    "Transfer details cannot be found for transfer ID '{0}'.",
    'The ID is wrong, the transfer started before the server did, or the server has forgotten it for later ones.',
    'Correct the ID. GET /admin/mft/transfer lists the transfers that the server knows.',
  ),
  MQWB0402E: message(
    500,
    'The coordination queue manager name is not set.',
    'The agents of a coordination queue manager are shown, and the property mqRestMftCoordinationQmgr is empty.',
    'Run setmqweb properties -k mqRestMftCoordinationQmgr -v QMgrName.',
  ),
  MQWB0403E: message(
    500,
    "An attempt to connect to the coordination queue manager '{0}' failed. The reason was {1} ({2}).",
    'The queue manager must exist in the installation of this server and must be running.',
    'Start the queue manager, then repeat the request.',
  ),
  MQWB0404E: message(
    500,
    "The transfer with transfer ID '{0}' has {1} files. The server keeps the files of transfers with up to {2} files.",
    'The status of each file of a larger transfer is only in the publications of the agent.',
    'Request the transfer without the attribute transferSet.',
  ),
  MQWB0405E: message(
    500,
    'The command queue manager name is not set.',
    'Requests for agents are put to a queue manager, and the property mqRestMftCommandQmgr is empty.',
    'Run setmqweb properties -k mqRestMftCommandQmgr -v QMgrName.',
  ),
  MQWB0407E: message(
    500,
    "The connection to the coordination queue manager '{0}' is broken. The reason was {1} ({2}).",
    'The server has tried to connect for the time of the property mqRestMftReconnectTimeoutInMinutes.',
    'Start the queue manager. This request has made the server try again; repeat it.',
  ),
  MQWB0408E: message(
    404,
    "The agent '{0}' does not exist.",
    'No agent of this name is known to the coordination queue manager, or its queue manager has no queues of it.',
    'Correct the name. GET /admin/mft/agent lists the agents.',
  ),
  MQWB0409E: message(
    404,
    "The monitor '{0}' does not exist.",
    'No agent has a resource monitor of this name.',
    'Correct the name. GET /admin/mft/monitor lists the monitors.',
  ),
  MQWB0410E: message(
    400,
    "The agent rejected the request for '{0}': {1}",
    'The request is well-formed, but the agent cannot carry it out.',
    'Correct the cause that the message states, then repeat the request.',
  ),
  MQWB0411E: message(
    409,
    "The agent '{0}' runs on another machine.",
    'The console starts and stops the agents of its own data folder.',
    'Run fteStartAgent or fteStopAgent on the machine of the agent.',
  ),
  MQWB0412E: message(
    409,
    "The agent '{0}' cannot start now: {1}.",
    'The agent must run, and starts by itself when the cause is gone.',
    'Correct the cause that the message states.',
  ),
  MQWB0413E: message(
    404,
    "The scheduled transfer '{0}' does not exist.",
    'It was deleted, or it has started for the last time.',
    'Load the list of scheduled transfers again.',
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
    'The resource exists, but does not support this method in this version of the REST API.',
    'Use one of the methods that the Allow header names.',
  ),
  MQWB2006E: message(
    415,
    "The media type '{0}' is not supported; it must be application/json.",
    'The resource accepts JSON bodies only.',
    'Send the body as application/json.',
  ),
  MQWB2007E: message(
    400,
    'The request body is longer than {0} bytes.',
    'The body exceeds the maximum length for this resource.',
    'Send a shorter body.',
  ),
} as const satisfies Record<string, RestMessage>

export type RestMessageId = keyof typeof restMessages

function message(status: number, text: string, explanation: string, action: string): RestMessage {
  return { status, text, explanation, action }
}
