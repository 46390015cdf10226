/** What policies of API Connect do differently here. The guide "Come from API Connect" has the same table. */

export interface PolicyDifference {
  /** What the policy does less, or in another way, wherever it stands. */
  less?: string
  /** The settings whose line is a problem of the document: calls that need them are 500, or the document is refused. */
  cannot?: string
  /** Advice for what it cannot. */
  instead?: string
}

/** The differences by the names of policies, with commas. Other policies do what their documents say. */
export const policyDifferences: Readonly<Record<string, PolicyDifference>> = {
  'activity-log, log': { less: 'calls are kept while the call log records' },
  'client-security': { cannot: 'credentials of third parties', instead: 'a registry of the catalog' },
  extract: { cannot: 'a root within the request', instead: 'message.body, after set-variable has copied the request' },
  'gatewayscript, javascript': {
    less: 'urlopen opens only allowed-hosts; scripts have limits of time and memory',
    cannot: 'other modules of the appliance: require fails at a call',
    instead: 'policies, or a policy of your own',
  },
  'html-page': { less: 'variables are escaped' },
  'if, switch, operation-switch': {
    less: 'api.operation.path is the sent path; the template where a condition compares it with one',
  },
  'invoke, proxy': {
    less: 'redirects only to hosts that the API writes out; SOAPError is an error status with XML; values are always decoded and escaped',
  },
  'jwt-validate': { less: 'an invalid token is 401, not 500' },
  map: { less: 'expressions run in an isolate, with limits of time and memory' },
  oauth: {
    less: 'the provider does its steps; other policies of its assembly run before a token is issued',
    cannot: 'the policy in the assembly of an API',
    instead: 'an OAuth provider in providers/',
  },
  parse: {
    less: 'a parsed body stays as it was sent',
    cannot: 'parse settings by URL or by name, graphql',
    instead: 'the literal settings',
  },
  ratelimit: {
    cannot: 'gateway-named, catalog-named and count-limit',
    instead: 'plan-named with assembly limits of the plan, concurrent-calls',
  },
  redact: { cannot: 'expressions beyond paths', instead: 'a path for each member' },
  'set-variable': { less: 'headers of the connection cannot be changed' },
  'user-security': {
    less: 'user-az-method has no effect',
    cannot: 'html-form and redirect',
    instead: 'an OAuth provider, whose pages sign users in',
  },
  validate: {
    cannot: 'schemas by URL, and an output that is not input',
    instead: 'the text of the schema as $file{order.xsd}',
  },
  'websocket-upgrade': {
    less: 'a request without an upgrade is forwarded as it is',
    cannot: 'steps in request-assembly and response-assembly',
    instead: 'the steps before it',
  },
  xslt: {
    less: 'style sheets read no documents but the body, and are XSLT 1.0',
    cannot: 'functions of the appliance (dp:, apim:)',
    instead: 'gatewayscript or map',
  },
  'graphql-execute, graphql-introspect, policies of users, validate-username-token': {
    cannot: 'the policy, until there is a file for it',
    instead: 'a file in policies/ of its name',
  },
}
