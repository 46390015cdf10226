/** The advice for each reason code of a rejected call: what the developer of the client should do next. */

const needsToken =
  'Get an access token first (Try it shows how) and send it as "Authorization: Bearer ...". A token ends: look at it with the token debugger.'
const tooManyFailures =
  'There were too many wrong attempts from this address. Wait as long as Retry-After says, and mend what sends the wrong one.'
const notYours = 'This is not about your call: try again later, and tell the operator if it stays.'
const wrongMessage =
  'Compare the request with the operation on the page of the API: its parameters, its body and its type of content.'

const advice: Readonly<Record<string, string>> = {
  // Reasons about the syntax of the request.
  host_repeated: 'Send one Host field.',
  host_missing: 'Send a Host field.',
  target_unsupported: 'Send the path of the operation, beginning with "/".',
  path_ambiguous:
    'Send the path as the page of the API shows it: no "..", no empty segment, no broken "%" code.',
  coding_unsupported: 'Send the body plain or chunked, in no other transfer coding.',
  authorization_repeated: 'Send one Authorization field.',
  api_unknown: 'No API is at this path. Copy the address from the page of the API.',
  operation_unknown: 'The API has no operation at this path. Copy the address from the page of the API.',
  method_unknown: 'The path is right, but the operation has another method.',

  // Reasons about the client, the user and their credentials.
  client_wrong:
    'The client id or the secret is wrong. Verify the secret on the page of the application, or reset it.',
  credentials_unavailable: notYours,
  clients_several: 'Send one client id: two were found.',
  client_id_missing:
    'Send a token of a registered application, unchanged: the client id in this one is not known.',
  application_disabled: 'The application was suspended. Ask the operator.',
  not_subscribed:
    'Subscribe the application to a plan with this API. A plan that needs approval opens once it is allowed.',
  token_missing: needsToken,
  token_invalid: `The token is not accepted: it has ended, was revoked, or comes from elsewhere. ${needsToken}`,
  scope_insufficient: 'Ask for the missing scope when you get the token; the application keeps what it has.',
  certificate_missing: 'Show a client certificate: this gateway asks for one.',
  certificate_untrusted: 'Show a client certificate of an authority that this gateway trusts.',
  user_missing: 'Send a user name and password as HTTP Basic.',
  user_wrong: 'The user name or the password is wrong.',
  user_locked: tooManyFailures,
  client_locked: tooManyFailures,

  // Reasons about rate limits.
  rate_limit: 'The plan is used up for now. Wait as long as Retry-After says, or choose a larger plan.',
  burst_limit: 'These were too many calls at once. Spread them, or wait as long as Retry-After says.',
  assembly_limit: 'A limit of this API is used up for now. Wait as long as Retry-After says.',

  // Reasons about the content of the request.
  value_unusable: wrongMessage,
  payload_malformed: wrongMessage,
  payload_invalid: wrongMessage,
  payload_too_large: 'Send a smaller body.',
  request_stalled: 'The body broke off or came too slowly. Send it again.',
  thrown: 'The API refused the call by a rule of its own: the body of the answer says more.',

  // Error codes of the token endpoint, RFC 6749 section 5.2.
  invalid_request: 'A parameter of the token request is missing, sent twice, or not well-formed.',
  invalid_client:
    'The client id or the secret is wrong, or the application is not subscribed to an API that this provider protects.',
  invalid_grant:
    'The user name, password, code or refresh token is wrong, has ended, or was used before. Begin again.',
  unauthorized_client: 'The application may not use this grant. Allow it on the page of the application.',
  unsupported_grant_type:
    'The provider does not give this grant: it is not among those that the page of providers shows.',
  unsupported_token_type: 'Only tokens that this provider issued can be asked about or taken back.',
  invalid_scope: 'A scope is unknown to the provider. Ask for those that the page of providers shows.',
  access_denied: 'The user said no.',
  slow_down: 'There were too many failed attempts. Wait as long as Retry-After says.',

  // Reasons about the upstream and the services that the gateway depends on.
  api_offline: 'The API was taken offline for a while. Try again later, or ask the operator.',
  upstream_failed: 'The API answered with a failure. Tell its operator if it stays.',
  upstream_unreachable: notYours,
  upstream_closed: notYours,
  upstream_malformed: notYours,
  upstream_resting: notYours,
  upstream_silent: notYours,
  answer_invalid: notYours,
  provider_unavailable: notYours,
  registry_unavailable: notYours,
  temporarily_unavailable: notYours,
  server_error: notYours,
  fault: notYours,
}

export function findAdvice(reason: string): string {
  const found = Object.hasOwn(advice, reason) ? advice[reason] : undefined
  return found ?? 'The check that failed says what was expected.'
}
