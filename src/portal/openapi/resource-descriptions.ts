/** What the OpenAPI document says of each REST resource beside its route and the schema of its body. */
import type { JsonSchema, ParameterDescription } from '../../http/openapi/openapi-document.ts'
import type { ResourceKey } from '../context/portal-context.ts'
import type { PortalViewName } from './views/index.ts'
import { anyObject, list, object, refer, text } from './views/schema-parts.ts'

export const portalTags = {
  portal: 'The portal itself.',
  account: 'The account and the session of the user.',
  catalogue: 'Products, plans, APIs, guides and OAuth providers.',
  applications: 'The applications of the signed-in user.',
  approvals: 'Subscriptions that wait for an owner of the catalog.',
  configuration: 'The documents and keys of the gateway, for owners who may change them.',
  diagnosis: 'Rejected calls and tokens.',
} as const

export interface ResourceDescription {
  readonly id: string
  readonly tag: keyof typeof portalTags
  readonly summary: string
  /** The schemas of the response by media type; undefined for status 204. */
  readonly content: Readonly<Record<string, JsonSchema>> | undefined
  readonly query: readonly ParameterDescription[]
}

type Content = ResourceDescription['content']
type Row = readonly [
  id: string,
  tag: ResourceDescription['tag'],
  summary: string,
  content?: Content,
  query?: ParameterDescription,
]

const json = (schema: JsonSchema): Content => ({ 'application/json': schema })
const one = (name: PortalViewName) => json(refer(name))
const many = (name: PortalViewName) => json(list(refer(name)))
const image = { 'image/*': { type: 'string', contentEncoding: 'binary' } }
const savedFile = json(object({ file: text }))

const query = (name: string, description: string, schema: JsonSchema = text, required = false) =>
  ({ in: 'query', name, description, schema, ...(required && { required }) }) as const
const file = query('file', 'The path of the document below the configuration folder.', text, true)
const months = query('months', 'The number of months.', {
  type: 'integer',
  minimum: 1,
  maximum: 13,
  default: 3,
})
const hours = query('hours', 'The number of hours.', {
  type: 'integer',
  minimum: 1,
  maximum: 168,
  default: 24,
})

const rows: Readonly<Record<ResourceKey, Row>> = {
  'GET /portal': ['showPortal', 'portal', 'Show the portal', one('PortalView')],
  'GET /brand/logo': ['showLogo', 'portal', 'Show the logo of the brand', image],
  'GET /openapi.json': ['showOpenApi', 'portal', 'Show this document', json(anyObject)],

  'POST /account': ['signUp', 'account', 'Sign up and begin a session', one('SessionView')],
  'PUT /account/password': ['changePassword', 'account', 'Change the password', one('SessionView')],
  'PUT /account/email': ['changeEmail', 'account', 'Change the e-mail address'],
  'POST /account/email/verification': [
    'requestVerification',
    'account',
    'Send a link that verifies the address',
  ],
  'PUT /account/email/verified': ['verifyEmail', 'account', 'Verify the address with the token of the link'],
  'POST /account/reset': ['requestReset', 'account', 'Send a link that resets the password'],
  'PUT /account/reset': ['resetPassword', 'account', 'Reset the password with the token of the link'],
  'POST /session': ['signIn', 'account', 'Sign in', one('SessionView')],
  'GET /session': ['showSession', 'account', 'Show the signed-in user', one('SessionView')],
  'DELETE /session': ['signOut', 'account', 'Sign out on every worker'],

  'GET /products': ['listProducts', 'catalogue', 'List the products', many('ProductView')],
  'GET /products/:product': ['showProduct', 'catalogue', 'Show a product', one('ProductView')],
  'GET /apis/:api': ['showApi', 'catalogue', 'Show an API: name:version, or its name', one('ApiView')],
  'GET /apis/:api/openapi.json': ['downloadJson', 'catalogue', 'Download the OpenAPI file', json(anyObject)],
  'GET /apis/:api/openapi.yaml': [
    ...(['downloadYaml', 'catalogue', 'Download the OpenAPI file as YAML'] as const),
    { 'application/yaml': anyObject },
  ],
  'GET /guides': ['listGuides', 'catalogue', 'List the guides', many('GuideSummary')],
  'GET /guides/:guide': ['showGuide', 'catalogue', 'Show a guide', one('GuideView')],
  'GET /guide-images/:image': ['showGuideImage', 'catalogue', 'Show an image of a guide', image],
  'GET /providers': ['listProviders', 'catalogue', 'List the OAuth providers', many('ProviderView')],
  'GET /search': [
    ...(['search', 'catalogue', 'Search the catalogue', many('SearchResultView')] as const),
    query('q', 'The words to find.'),
  ],

  'GET /applications': ['listApplications', 'applications', 'List the applications', many('ApplicationView')],
  'POST /applications': [
    ...(['createApplication', 'applications', 'Create an application'] as const),
    one('CreateApplicationResponse'),
  ],
  'GET /applications/:application': [
    ...(['showApplication', 'applications', 'Show an application', one('ApplicationView')] as const),
  ],
  'PATCH /applications/:application': [
    ...(['changeApplication', 'applications', 'Change an application', one('ApplicationView')] as const),
  ],
  'DELETE /applications/:application': ['removeApplication', 'applications', 'Remove an application'],
  'POST /applications/:application/secrets': [
    ...(['createSecret', 'applications', 'Create a secret beside the old one, or in its place'] as const),
    one('ResetSecretResponse'),
  ],
  'DELETE /applications/:application/secrets/old': [
    ...(['removeOldSecret', 'applications', 'Remove the old secret'] as const),
  ],
  'POST /applications/:application/credentials': [
    ...(['addCredential', 'applications', 'Add a credential', one('CreateCredentialResponse')] as const),
  ],
  'DELETE /applications/:application/credentials/:credential': [
    ...(['removeCredential', 'applications', 'Remove a credential'] as const),
  ],
  'POST /applications/:application/verify': [
    ...(['verifySecret', 'applications', 'Check a secret', one('VerifySecretResponse')] as const),
  ],
  'PUT /applications/:application/subscriptions/:product': [
    ...(['subscribe', 'applications', 'Subscribe, or change the plan', one('SubscriptionView')] as const),
  ],
  'DELETE /applications/:application/subscriptions/:product': [
    ...(['unsubscribe', 'applications', 'Unsubscribe, or withdraw a request', undefined] as const),
    query('only', 'Withdraws only the pending request for another plan.', { enum: ['request'] }),
  ],
  'GET /applications/:application/usage': [
    ...(['showUsage', 'applications', 'Show calls and tokens by the hour', one('UsageView'), hours] as const),
  ],
  'GET /applications/:application/months': [
    ...(['showMonths', 'applications', 'Show calls by the month', many('MonthUsage'), months] as const),
  ],
  'GET /applications/:application/usage.csv': [
    ...([
      'downloadUsage',
      'applications',
      'Download calls by the day',
      { 'text/csv': text },
      months,
    ] as const),
  ],
  'GET /applications/:application/rejections': [
    ...([
      'listRejections',
      'applications',
      'List the last rejected calls',
      many('RejectedCallView'),
    ] as const),
  ],

  'GET /approvals': ['listApprovals', 'approvals', 'List what waits for approval', many('ApprovalView')],
  'POST /approvals/:approval': [
    ...(['decideApproval', 'approvals', 'Approve or deny a subscription', one('SubscriptionView')] as const),
  ],

  'GET /configuration': ['listDocuments', 'configuration', 'List the documents', one('ConfigurationList')],
  'GET /configuration/document': [
    ...(['showDocument', 'configuration', 'Show a document', one('ConfigurationDocument'), file] as const),
  ],
  'POST /configuration/preview': [
    ...(['previewDocument', 'configuration', 'Show what a change would do', one('DocumentPreview')] as const),
  ],
  'PUT /configuration/document': [
    ...(['saveDocument', 'configuration', 'Add, change or remove a document', savedFile] as const),
  ],
  'GET /configuration/references': [
    ...(['listReferences', 'configuration', 'List the references to a document'] as const),
    ...([many('DocumentReferenceView'), file] as const),
  ],
  'POST /configuration/rename': [
    ...(['planRename', 'configuration', 'Show the changes that rename a document'] as const),
    json(object({ changes: list(refer('DocumentChange')) })),
  ],
  'POST /configuration/changes/preview': [
    ...(['previewChanges', 'configuration', 'Show what several changes would do'] as const),
    one('DocumentPreview'),
  ],
  'POST /configuration/changes': ['saveChanges', 'configuration', 'Make several changes, or none', savedFile],
  'POST /configuration/import': [
    ...(['importApi', 'configuration', 'Make an API document from an OpenAPI file'] as const),
    one('ImportedApiView'),
  ],
  'POST /configuration/sign-in-test': [
    ...(['testSignIn', 'configuration', 'Test a sign-in at a registry', one('SignInTestView')] as const),
  ],
  'GET /configuration/live': [
    ...(['showLive', 'configuration', 'Show the calls of this moment', one('LiveView')] as const),
    query('earlier', 'Whether the response has an earlier reading, too.', { type: 'boolean' }),
  ],
  'GET /configuration/calls': ['showCallLog', 'configuration', 'List the recorded calls', one('CallLogView')],
  'POST /configuration/calls': [
    ...(['recordCalls', 'configuration', 'Record single calls for a time', one('CallLogView')] as const),
  ],
  'DELETE /configuration/calls': ['stopRecording', 'configuration', 'End the recording and drop its calls'],
  'GET /configuration/keys': [
    ...(['listKeys', 'configuration', 'List the signing keys', many('ProviderKeysView')] as const),
  ],
  'POST /configuration/keys/:provider': [
    ...(['createKey', 'configuration', 'Create a signing key', one('ProviderKeysView')] as const),
  ],
  'DELETE /configuration/keys/:provider/:key': ['removeKey', 'configuration', 'Remove a signing key'],
  'POST /configuration/undo': ['undoChange', 'configuration', 'Undo the latest change', savedFile],

  'GET /explanations/:request': [
    ...(['showExplanation', 'diagnosis', 'Explain a rejected call', one('ExplanationView')] as const),
  ],
  'POST /tokens/inspect': ['inspectToken', 'diagnosis', 'Inspect an access token', one('TokenView')],
}

export function describeResource(resource: ResourceKey): ResourceDescription {
  const [id, tag, summary, content, parameter] = rows[resource]
  return { id, tag, summary, content, query: parameter ? [parameter] : [] }
}
