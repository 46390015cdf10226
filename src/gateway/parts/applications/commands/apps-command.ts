/** `sluice apps`: lists, creates and changes the applications of a catalog. A running gateway follows the changes. */
import { defineCommand } from '../../../../shared/cli/common/command.ts'
import type { GatewayParts } from '../../../part.ts'
import { readSettings } from '../../../runtime/settings/index.ts'
import { appsOptions } from './apps-verb.ts'

export const appsCommand = defineCommand({
  name: 'apps',
  summary: 'list, create and change the applications of a catalog',
  verbs: {
    list: { help: 'print the applications' },
    create: {
      help: 'create an application, and print its client secret once',
      words: 'NAME',
      options: ['title', 'public', 'client-id', 'expires-in', 'grant', 'redirect', 'subscribe'],
    },
    'reset-secret': {
      help: 'make a new client secret, and print it once',
      words: 'NAME',
      options: ['client-id', 'keep-old', 'keep', 'expires-in'],
    },
    'retire-secret': { help: 'remove the previous client secret', words: 'NAME', options: ['client-id'] },
    verify: { help: 'check a client secret that is typed or piped in', words: 'NAME', options: ['client-id'] },
    subscribe: {
      help: 'subscribe an application to a plan, or change the subscription',
      words: 'NAME PRODUCT/PLAN',
      options: ['state'],
    },
    unsubscribe: { help: 'end a subscription', words: 'NAME PRODUCT' },
    suspend: { help: 'reject the calls and token requests of an application', words: 'NAME' },
    resume: { help: 'end the suspension of an application', words: 'NAME' },
    supersede: { help: 'publish a version of a product, deprecate OLD', words: 'OLD NEW', options: ['dry-run'] },
    replace: { help: 'as supersede; move subscriptions, retire OLD', words: 'OLD NEW', options: ['plan', 'dry-run'] },
    retire: { help: 'retire a product: its plans allow no calls', words: 'PRODUCT', options: ['dry-run'] },
    export: { help: 'write the applications in the store as files', words: '[DIR]' },
    import: { help: 'take applications from files into the store', words: '[DIR]', options: ['replace', 'dry-run'] },
  },
  options: appsOptions,

  async run(call, { gatewayParts }: GatewayParts) {
    const [
      { appsVerbs: verbs },
      { openLastUsedReader },
      { openDocumentLoader },
      { readPassword },
      { openAuditTrail },
      { openApplications },
    ] = await Promise.all([
      import('./verbs.ts'),
      import('./last-used.ts'),
      import('../../../runtime/documents/open-documents.ts'),
      import('../../../../shared/cli/common/read-password.ts'),
      import('../../../telemetry/audit/audit.ts'),
      import('./stored.ts'),
    ])
    const [verb, ...words] = call.positionals

    const { configFolder, audit, store, environment } = readSettings()
    const load = openDocumentLoader({ configFolder, environment }, gatewayParts, { sandbox: true })
    const applications = await openApplications(await load(), { folder: configFolder, store })
    try {
      return await verbs[verb as keyof typeof verbs](
        { ...call.options, positionals: words },
        {
          folder: configFolder,
          load: (overlay) => load(overlay, applications?.stored),
          ...applications,
          audit: openAuditTrail(audit),
          lastUsed: openLastUsedReader(store),
          readSecret: (question) => readPassword(question),
          write: call.write,
        },
      )
    } finally {
      await applications?.close()
    }
  },
})
