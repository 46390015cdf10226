/** `sluice init`: writes the documents of a first protected API into a folder. */
import { resolve } from 'node:path'
import { localUrl } from '../../runtime/listening/index.ts'
import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, UsageError } from '../common/command.ts'
import { ownAssemblyText, upstreamCredentialOptions } from '../common/upstream-credential.ts'
import { renderNote } from '../import/import-report.ts'
import type { StarterApi } from './starter-api.ts'

export const initCommand: Command = {
  name: 'init',
  summary: 'write the documents of a first protected API, with an application and a user',
  usage:
    '[DIR] [--openapi FILE|URL] [--backend URL] [--api NAME] [--org NAME] [--catalog NAME] [--authurl URL] [--user NAME] [--upstream-auth KIND] [--yes]',
  positionals: { min: 0, max: 1 },
  options: {
    openapi: { type: 'string', value: 'FILE|URL', help: 'the OpenAPI file of the API to protect' },
    backend: { type: 'string', value: 'URL', help: 'the URL of the API to protect' },
    api: { type: 'string', value: 'NAME', help: 'the name of the API, of its product and of its scope' },
    org: { type: 'string', value: 'NAME', help: 'the name of your organisation' },
    catalog: { type: 'string', value: 'NAME', help: 'the name of the catalog' },
    authurl: {
      type: 'string',
      value: 'URL',
      help: 'the authentication URL that checks users, in place of local users',
    },
    user: { type: 'string', value: 'NAME', help: 'the name of the first user' },
    ...upstreamCredentialOptions,
    'allow-outside': {
      type: 'boolean',
      default: false,
      help: 'follow $ref to files outside the folder of the OpenAPI file',
    },
    'allow-urls': { type: 'boolean', default: false, help: 'follow $ref to URLs of other servers' },
    yes: { type: 'boolean', short: 'y', default: false, help: 'take the default of every question' },
  },

  async run({ positionals: [folder = '.'], options, write }) {
    const { baseUrl, listening } = readSettings()
    const [{ readAnswers }, { writeStarter }, { renderNextSteps }, { typeTables }] = await Promise.all([
      import('./questions.ts'),
      import('./write-starter.ts'),
      import('./next-steps.ts'),
      import('../../runtime/documents/open-documents.ts'),
    ])
    const source = options.yes === true ? undefined : { input: process.stdin, output: process.stderr }
    const openApi = await readOpenApiOption(options)
    const answers = await readAnswers(options, { source, presets: openApi?.presets ?? {} })
    const api = openApi?.convert(answers)
    if (api && api.upstream === undefined && answers.credential) throw new UsageError(ownAssemblyText)
    const dataFolder = process.env.SLUICE_DATA ? resolve(process.env.SLUICE_DATA) : undefined
    const starter = await writeStarter(resolve(folder), { answers, api }, typeTables, dataFolder)
    for (const note of api?.notes ?? []) write(`${renderNote(note)}\n`)
    // With port 0, the gateway prints its port when it starts.
    const origin = baseUrl || localUrl(listening.listeners).replace(/:0$/, ':PORT')
    write(renderNextSteps(folder, { answers, api }, starter, origin))
    return 0
  },
}

/** Reads the OpenAPI file of `--openapi`; returns undefined without this option. */
async function readOpenApiOption(options: Readonly<Record<string, unknown>>): Promise<StarterApi | undefined> {
  const { openapi: location } = options
  if (typeof location !== 'string') return undefined
  const { readStarterApi } = await import('./starter-api.ts')
  return readStarterApi({
    location,
    allowsOutside: options['allow-outside'] === true,
    allowsUrls: options['allow-urls'] === true,
  })
}
