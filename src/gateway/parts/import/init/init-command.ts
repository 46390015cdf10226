/** `sluice init`: writes the documents of a first protected API into a folder. */
import { resolve } from 'node:path'
import { defineCommand, openApiFileOptions, UsageError } from '../../../../shared/cli/common/command.ts'
import { localUrl } from '../../../../shared/process/listening/index.ts'
import type { GatewayParts } from '../../../part.ts'
import { readSettings } from '../../../runtime/settings/index.ts'
import { renderNote } from '../commands/import-report.ts'
import { ownAssemblyText, upstreamCredentialOptions } from '../commands/upstream-credential.ts'

export const initCommand = defineCommand({
  name: 'init',
  summary: 'write the documents of a first protected API, with an application and a user',
  words: '[DIR]',
  options: {
    openapi: { value: 'FILE|URL', help: 'the OpenAPI file of the API to protect' },
    backend: { value: 'URL', help: 'the URL of the API to protect' },
    api: { value: 'NAME', help: 'the name of the API, of its product and of its scope' },
    org: { value: 'NAME', help: 'the name of your organisation' },
    catalog: { value: 'NAME', help: 'the name of the catalog' },
    authurl: { value: 'URL', help: 'the authentication URL that checks users, in place of local users' },
    user: { value: 'NAME', help: 'the name of the first user' },
    ...upstreamCredentialOptions,
    ...openApiFileOptions,
    yes: { short: 'y', help: 'take the default of every question' },
  },

  async run({ positionals: [folder = '.'], options, write }, { gatewayParts }: GatewayParts) {
    // It listens nowhere, so it does not matter that a container listens at every address.
    const { baseUrl, listening } = readSettings({ ...process.env, SLUICE_HOST: '' })
    const [{ readAnswers }, { writeStarter }, { renderNextSteps }] = await Promise.all([
      import('./questions.ts'),
      import('./write-starter.ts'),
      import('./next-steps.ts'),
    ])
    const source = options.yes ? undefined : { input: process.stdin, output: process.stderr }
    const { openapi: location } = options
    const openApi =
      location === undefined
        ? undefined
        : await (await import('./starter-api.ts')).readStarterApi({ ...options, location })
    const answers = await readAnswers(options, { source, presets: openApi?.presets ?? {} })
    const api = openApi?.convert(answers)
    if (api && api.upstream === undefined && answers.credential) throw new UsageError(ownAssemblyText)
    const dataFolder = process.env.SLUICE_DATA ? resolve(process.env.SLUICE_DATA) : undefined
    const starter = await writeStarter(resolve(folder), { answers, api }, gatewayParts, dataFolder)
    for (const note of api?.notes ?? []) write(`${renderNote(note)}\n`)
    // With port 0, the gateway prints its port when it starts.
    const origin = baseUrl || localUrl(listening.listeners).replace(/:0$/, ':PORT')
    write(renderNextSteps(folder, { answers, api }, starter, origin))
    return 0
  },
})
