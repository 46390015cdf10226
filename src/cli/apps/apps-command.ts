/** `sluice apps`: lists, creates and changes the applications of a catalog. A running gateway follows the changes. */

import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, type CommandArguments, jsonOption, UsageError } from '../common/command.ts'
import type { AppsArguments, AppsVerb } from './apps-verb.ts'

const common = ['catalog', 'json', 'help']

export const appsCommand: Command = {
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
  options: {
    catalog: { type: 'string', value: 'NAME', help: 'the catalog; needed when there are several' },
    'client-id': { type: 'string', value: 'ID', help: 'the client id: of the new application, or which one to change' },
    title: { type: 'string', value: 'TEXT', help: 'create: the title of the application' },
    public: { type: 'boolean', help: 'create: without a client secret' },
    grant: { type: 'string', multiple: true, value: 'GRANT', help: 'create: a grant that the application may use' },
    redirect: { type: 'string', multiple: true, value: 'URI', help: 'create: a redirect URI' },
    subscribe: { type: 'string', multiple: true, value: 'PRODUCT/PLAN', help: 'create: subscribe to a plan' },
    state: {
      type: 'string',
      value: 'STATE',
      choices: ['enabled', 'disabled', 'pending'],
      help: 'subscribe: the state of the subscription',
    },
    'keep-old': { type: 'boolean', help: 'reset-secret: the previous secret stays valid beside the new one' },
    keep: {
      type: 'string',
      value: 'WHICH',
      choices: ['newest', 'old'],
      help: 'reset-secret: which of two secrets stays valid beside the new one',
    },
    'expires-in': {
      type: 'string',
      value: 'DAYS',
      help: 'create, reset-secret: the new secret expires after this many days',
    },
    replace: { type: 'boolean', help: 'import: replace applications of the store that have another text' },
    'dry-run': { type: 'boolean', help: 'import: show what would be done and write nothing' },
    json: jsonOption,
  },

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
    checkArguments(name, verb, words, call)

    const { configFolder, audit, store, environment } = readSettings()
    const load = openDocumentLoader({ configFolder, environment }, { sandbox: true })
    const applications = await openApplications(await load(), { folder: configFolder, store })
    try {
      return await verb.run(readOptions(words, call), {
        folder: configFolder,
        load: (overlay) => load(overlay, applications?.stored),
        ...applications,
        audit: openAuditTrail(audit),
        lastUsed: openLastUsedReader(store),
        readSecret: (question) => readPassword(question),
        write: call.write,
      })
    } finally {
      await applications?.close()
    }
  },
}

function checkArguments(
  name: string,
  { usage, positionalCount: wanted, options }: AppsVerb,
  words: string[],
  call: CommandArguments,
) {
  const [min, max] = typeof wanted === 'number' ? [wanted, wanted] : wanted
  if (words.length < min || words.length > max) {
    const found = words.length === 0 ? 'nothing' : `"${words.join(' ')}"`
    throw new UsageError(`apps ${name} takes ${usage || 'no argument'} - found ${found}`)
  }
  const unknown = Object.keys(call.options).find((each) => !common.includes(each) && !options.includes(each))
  if (unknown !== undefined) throw new UsageError(`--${unknown} is not for apps ${name}`)
}

function readOptions(words: readonly string[], { options }: CommandArguments): AppsArguments {
  const text = (name: string) => options[name] as string | undefined
  const texts = (name: string) => (options[name] ?? []) as string[]
  return {
    positionals: words,
    catalog: text('catalog'),
    clientId: text('client-id'),
    title: text('title'),
    grants: texts('grant'),
    redirects: texts('redirect'),
    subscriptions: texts('subscribe'),
    state: text('state'),
    isPublic: options.public === true,
    keepOld: options['keep-old'] === true,
    keep: text('keep'),
    expiresIn: text('expires-in'),
    replace: options.replace === true,
    isDryRun: options['dry-run'] === true,
    json: options.json === true,
  }
}
