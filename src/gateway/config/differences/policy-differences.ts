/** What policies of API Connect do differently here. The guide "Come from API Connect" has the same table. */

export interface PolicyDifference {
  /** What the policy does less, or in another way, wherever it stands. */
  less?: string
  /** The settings that are a problem with a line: calls that need them are 500, or the document is refused. */
  cannot?: string
}

/** The differences by the names of policies, with commas. Other policies do what their documents say. */
export const policyDifferences: Readonly<Record<string, PolicyDifference>> = {
  'activity-log, log': { less: 'calls are kept while the call log records' },
  'client-security': { cannot: 'credentials of third parties: use a registry of the catalog' },
  extract: { cannot: 'a root within the request: use message.body, after set-variable has copied the request' },
  'gatewayscript, javascript': {
    less: 'urlopen opens only allowed-hosts; scripts have limits of time and memory',
    cannot: 'other modules of the appliance: use policies, or one of your own',
  },
  'html-page': { less: 'variables are escaped' },
  'if, switch, operation-switch': {
    less: 'api.operation.path is the sent path, unless compared with a template; a missing value is an empty text',
  },
  'invoke, proxy': {
    less: 'redirects by follow-redirects, to written hosts; OperationError from 400; SOAPError is XML; escaped values',
  },
  'jwt-validate': { less: 'an invalid token is 401, not 500' },
  map: { less: 'expressions run in an isolate, with limits of time and memory' },
  oauth: {
    less: 'the provider does its steps; other policies of its assembly run before a token is issued',
    cannot: 'the policy in the assembly of an API: use an OAuth provider in providers/',
  },
  parse: {
    less: 'a parsed body stays as it was sent',
    cannot: 'parse settings by URL or by name, graphql: use the literal settings',
  },
  ratelimit: { cannot: 'gateway-named, catalog-named, count-limit: use assembly limits, concurrent-calls' },
  redact: { cannot: 'expressions beyond paths: use a path for each member' },
  'set-variable': { less: 'headers of the connection cannot be changed' },
  'user-security': {
    less: 'user-az-method has no effect',
    cannot: 'html-form and redirect: use an OAuth provider, whose pages sign users in',
  },
  validate: { cannot: 'schemas by URL, an output that is not input: use the schema as $file{order.xsd}' },
  'websocket-upgrade': {
    less: 'a request without an upgrade is forwarded as it is',
    cannot: 'steps in request-assembly and response-assembly: use steps before it',
  },
  xslt: {
    less: 'style sheets read no documents but the body, and are XSLT 1.0',
    cannot: 'functions of the appliance (dp:, apim:): use gatewayscript or map',
  },
  'graphql-execute, graphql-introspect, policies of users': { cannot: 'the policy: a file in policies/ adds it' },
  'validate-username-token': { cannot: 'the policy: a file in policies/ adds it' },
}
