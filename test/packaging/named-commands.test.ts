/**
 * Commands, verbs, options and REST calls that pages and the product name exist. Not checked here: values of options, shell around a
 * command (`test/flows/guide-pages.test.ts` and `tutorial.test.ts` run README, the tutorial and two guides as printed), commands of
 * other programs (`kubectl`, `systemctl`, `podman`, `pg_dump`), and calls of other servers.
 */
import { globSync, readFileSync } from 'node:fs'
import test from 'ava'
import { restTables } from '../../packaging/rest-reference.ts'
import { describeCommand, describeOwnCommand } from '../../src/shared/cli/help/index.ts'
import { commands, mqCommands } from '../_support/commands.ts'

interface KnownCommand {
  verbs: readonly string[]
  options: readonly string[]
  /** The usage line, which has options of own commands that depend on others. */
  usage: string
}

const known = new Map<string, KnownCommand>(
  [...commands.map(describeCommand), ...mqCommands.map(describeOwnCommand)].map(({ call, verbs, options, usage }) => [
    call,
    {
      verbs: verbs.map(({ name }) => name),
      options: [...options.flatMap(({ spellings }) => spellings), '--help', '--version'],
      usage,
    },
  ]),
)
for (const name of ['sluice help', 'sluice version', 'sluice'])
  known.set(name, { verbs: [], options: ['--help', '--version'], usage: '' })
const ownNames = mqCommands.map(({ name }) => name).join('|')

const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')]

/** CHANGELOG also names what was removed, and the table of commands is printed from the code. */
const handwritten = pages.filter((page) => page !== 'CHANGELOG.md' && page !== 'docs/reference/commands.md')

/** Returns the calls of our commands in the code of a page: fences of `sh` and code spans. */
function listCalls(text: string): string[] {
  const code = text.match(/^ *```(?:sh\b.*)?\n.*?^ *```|`[^`\n]+`/gms) ?? []
  const start = new RegExp(`(?:^|[\`&|(;] *|npx )((?:sluice|${ownNames})(?![\\w.:/@=*-])[^\`|&;#<>\\n]*)`, 'gm')
  return code.flatMap((each) => [...each.replaceAll('\\\n', ' ').matchAll(start)].map(([, call = '']) => call.trim()))
}

/** Returns what is wrong with a call: a command, a verb or an option that does not exist. */
function findMistakes(call: string): string[] {
  const words = call.replace(/(["']).*?\1/g, 'TEXT').split(/\s+/)
  const [first = '', second = ''] = words
  const name = first === 'sluice' && /^[a-z]/.test(second) ? `sluice ${second}` : first
  const command = known.get(name)
  if (!command) return [`${call}: no command ${name}`]
  const verb = words[2] ?? ''
  const isWrongVerb =
    first === 'sluice' && command.verbs.length > 0 && /^[a-z][a-z-]*$/.test(verb) && !command.verbs.includes(verb)
  const options = words.slice(1).flatMap((word) => /^-{1,2}[A-Za-z][\w-]*/.exec(word) ?? [])
  return [
    ...(isWrongVerb ? [`${call}: no verb ${verb}`] : []),
    ...options
      .filter(
        (option) => !command.options.includes(option) && !new RegExp(`(^|[^\\w-])${option}\\b`).test(command.usage),
      )
      .map((option) => `${call}: no option ${option}`),
  ]
}

test('every command, verb and option that a page names exists', (t) => {
  const calls = handwritten.flatMap((page) =>
    listCalls(readFileSync(page, 'utf8')).map((call) => [page, call] as const),
  )
  t.true(calls.length > 250, `${calls.length}`)
  t.deepEqual(
    calls.flatMap(([page, call]) => findMistakes(call).map((mistake) => `${page}: ${mistake}`)),
    [],
  )
})

test('every command, verb and option that a text of the product names exists', (t) => {
  const calls = globSync('src/**/*.{ts,tsx,json,js}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:npx |["'`(])(sluice [a-z]+(?: [a-z-]+)*)/g)]
      .map(([, call = '']) => call)
      .filter((call) => known.has(call.split(' ', 2).join(' ')) || /npx|"sluice/.test(call))
      .map((call) => [file, call] as const),
  )
  t.true(calls.length > 50, `${calls.length}`)
  t.deepEqual(
    calls.flatMap(([file, call]) => findMistakes(call).map((mistake) => `${file}: ${mistake}`)),
    [],
  )
})

test('a command, a verb and an option that do not exist are found', (t) => {
  const text =
    'Run `sluice chek`.\n```sh\nnpx sluice keys turn --older-than 3\ndspmq -m QM1 -z && npx sluice plan --nodez\n```\n'
  t.deepEqual(listCalls(text).flatMap(findMistakes), [
    'sluice chek: no command sluice chek',
    'sluice keys turn --older-than 3: no verb turn',
    'dspmq -m QM1 -z: no option -z',
    'sluice plan --nodez: no option --nodez',
  ])
})

/** Resources that are in no table: the OAuth endpoints of a provider, the management port, and what the sandbox and upstreams serve. */
const otherResources = [
  ...[
    'POST /oauth2/token',
    'POST /oauth2/revoke',
    'POST /oauth2/introspect',
    'GET /oauth2/authorize',
    'GET /oauth2/jwks',
  ],
  ...['GET /.well-known/openid-configuration', 'GET /.well-known/oauth-authorization-server'],
  'POST /zosmf/services/authenticate',
]

const resources = [
  ...Object.values(restTables).flatMap((table) => table()[1].map(([resource = '']) => resource.replaceAll('`', ''))),
  ...otherResources,
]

/** Returns whether a call ends with the path of a resource, or the path of a resource ends with the call. */
function isResource(call: string): boolean {
  const [method, path = ''] = call.split(' ')
  const segments = (path.split('?')[0] as string).split('/').filter(Boolean)
  return resources.some((resource) => {
    const [known, template = ''] = resource.split(' ')
    const wanted = template.split('/').filter(Boolean)
    const count = Math.min(segments.length, wanted.length)
    const tails = [segments.slice(-count), wanted.slice(-count)] as const
    return (
      known === method &&
      tails[0].every((segment, index) => /^\{/.test(tails[1][index] ?? '') || segment === tails[1][index])
    )
  })
}

test('every REST call that a page names exists', (t) => {
  const calls = handwritten.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^` ]*)`/g)].map(
      ([, call = '']) => [page, call] as const,
    ),
  )
  t.true(calls.length > 100, `${calls.length}`)
  t.deepEqual(
    calls.filter(([, call]) => !isResource(call)),
    [],
  )
})
