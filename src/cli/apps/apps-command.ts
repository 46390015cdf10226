/** `sluice apps`: lists, creates and changes the applications of a catalog. A running gateway follows the changes. */
import { readSettings } from '../../runtime/settings/index.ts'
import { defineCommand, UsageError } from '../common/command.ts'
import { toCamelCase } from '../common/parse-arguments.ts'
import { type AppsVerb, appsOptions } from './apps-verb.ts'

export const appsCommand = defineCommand({
  name: 'apps',
  summary: 'list, create and change the applications of a catalog',
  usage: `list
       sluice apps create NAME [--title TEXT] [--public] [--client-id ID] [--expires-in DAYS]
                   [--grant GRANT]... [--redirect URI]... [--subscribe PRODUCT/PLAN]...
       sluice apps reset-secret NAME [--client-id ID] [--keep-old] [--keep newest|old] [--expires-in DAYS]
       sluice apps retire-secret NAME [--client-id ID]
       sluice apps verify NAME [--client-id ID]
       sluice apps subscribe NAME PRODUCT/PLAN [--state enabled|disabled|pending]
       sluice apps unsubscribe NAME PRODUCT
       sluice apps suspend|resume NAME
       sluice apps export [DIR]
       sluice apps import [DIR] [--replace] [--dry-run]
All of them take [--catalog NAME] [--json].`,
  verbs: {
    list: 'print the applications',
    create: 'create an application, and print its client secret once',
    'reset-secret': 'make a new client secret, and print it once',
    'retire-secret': 'remove the previous client secret',
    verify: 'check a client secret that is typed or piped in',
    subscribe: 'subscribe an application to a plan, or change the subscription',
    unsubscribe: 'end a subscription',
    suspend: 'reject the calls and token requests of an application',
    resume: 'end the suspension of an application',
    export: 'write the applications in the store as files',
    import: 'take applications from files into the store',
  },
  positionals: { min: 1, max: 3 },
  options: appsOptions,

  async run(call) {
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
      import('../../runtime/documents/open-documents.ts'),
      import('../common/read-password.ts'),
      import('../../telemetry/audit/audit.ts'),
      import('./stored.ts'),
    ])
    const [name = '', ...words] = call.positionals
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (!verb) throw new UsageError(`"${name}" is not a verb of apps: use ${Object.keys(verbs).join(', ')}`)
    checkArguments(name, verb, words, call.options)

    const { configFolder, audit, store, environment } = readSettings()
    const load = openDocumentLoader({ configFolder, environment }, { sandbox: true })
    const applications = await openApplications(await load(), { folder: configFolder, store })
    try {
      return await verb.run(
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

/** Throws `UsageError` for words and options that the usage of the verb does not have. */
function checkArguments(name: string, { usage }: AppsVerb, words: readonly string[], options: object): void {
  const declared = usage
    .replaceAll(/ ?\[--[^[\]]*\](?:\.{3})?/g, '')
    .split(' ')
    .filter(Boolean)
  const required = declared.filter((word) => !word.startsWith('['))
  if (words.length < required.length || words.length > declared.length) {
    const found = words.length === 0 ? 'nothing' : `"${words.join(' ')}"`
    throw new UsageError(`apps ${name} takes ${usage || 'no argument'} - found ${found}`)
  }
  const values = new Map<string, unknown>(Object.entries(options))
  const isGiven = (value: unknown) => value === true || (Array.isArray(value) ? value.length > 0 : Boolean(value))
  const unknown = Object.keys(appsOptions).find(
    (each) =>
      each !== 'catalog' && each !== 'json' && isGiven(values.get(toCamelCase(each))) && !usage.includes(`[--${each}`),
  )
  if (unknown !== undefined) throw new UsageError(`--${unknown} is not for apps ${name}`)
}
