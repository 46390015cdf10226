/** The form of an API: its paths and schemas, its security and its assembly. */
import type { DocumentForm } from '../../types/index.ts'
import { describeAccessTerms } from '../members/form.ts'

export const apiForm: DocumentForm = {
  groups: [
    {
      title: 'API',
      fields: [
        { path: 'info/title', title: 'Title' },
        { path: 'info/x-ibm-name', title: 'Name', help: 'The name by which products refer to the API.' },
        { path: 'info/version', title: 'Version' },
        { path: 'basePath', title: 'Base path', help: 'The path of the API below the catalog.' },
      ],
    },
    {
      title: 'Paths',
      help: 'The operations that clients can call, with their parameters, bodies and responses.',
      fields: [{ path: 'paths', title: 'Paths', beside: 'info' }],
    },
    {
      title: 'Schemas',
      help: 'The shapes of bodies, to which operations refer by name.',
      fields: [
        { path: 'definitions', title: 'Schemas', beside: 'swagger' },
        { path: 'components/schemas', title: 'Schemas', beside: 'openapi' },
      ],
    },
    {
      title: 'Security definitions',
      help: 'Named ways to authenticate. A call must fulfil one of the requirements below.',
      fields: [
        { path: 'securityDefinitions', title: 'Security definitions' },
        { path: 'components/securitySchemes', title: 'Security definitions' },
      ],
    },
    { title: 'Security requirements', fields: [{ path: 'security', title: 'Security requirements' }] },
    {
      title: 'Assembly',
      help: 'The policies run in their order for each call that fulfils the security requirements.',
      fields: [
        { path: 'x-ibm-configuration/assembly/execute', title: 'Policies' },
        { path: 'x-ibm-configuration/assembly/catch', title: 'After an error' },
        { path: 'x-ibm-configuration/assembly/finally', title: 'At the end' },
      ],
    },
  ],
  words: [
    ...describeAccessTerms('x-ibm-configuration/', 'concurrent-calls'),
    {
      path: 'x-ibm-configuration/payload-limit',
      title: 'Largest request body in bytes',
      help: 'Applies to each invoke without a setting of its own.',
    },
    {
      path: 'x-ibm-configuration/cache-response',
      title: 'Response cache',
      help: 'Applies to each invoke without a setting of its own.',
      values: { protocol: 'Keep responses by the rules of HTTP', 'no-cache': 'Keep no responses' },
    },
    {
      path: 'x-ibm-configuration/compression',
      title: 'Compression of responses',
      help: 'Where the upstream has not compressed them and the caller accepts it.',
    },
    { path: 'x-ibm-configuration/compression/min-bytes', title: 'Shortest body in bytes' },
    { path: 'x-ibm-configuration/compression/types', title: 'Media types' },
    { path: 'x-ibm-configuration', title: 'Gateway settings' },
    {
      path: 'x-ibm-configuration/activity-log',
      title: 'Activity log',
      help: 'What the call log keeps of a call while calls are recorded. Secrets, tokens and cookies are masked.',
    },
    ...['success', 'error'].map((outcome) => ({
      path: `x-ibm-configuration/activity-log/${outcome}-content`,
      title: outcome === 'success' ? 'Of calls that are served' : 'Of calls that end with an error',
      values: {
        none: 'Nothing',
        activity: 'The facts of the call',
        header: 'Headers as well',
        payload: 'Headers and bodies',
      },
    })),
    {
      path: '**/flow',
      title: 'Flow',
      values: {
        password: 'Resource owner - Password',
        application: 'Application',
        accessCode: 'Access code',
        implicit: 'Implicit',
      },
    },
    {
      path: '**/scopes',
      title: 'Scopes',
      help: 'The scopes that callers can ask for, with their descriptions.',
    },
  ],
  hidden: ['swagger', 'openapi', 'paths', '**/application-authentication'],
}
