/** `sluice import`: puts an OpenAPI file behind the gateway, as it is. */
import { defineCommand, jsonOption, UsageError } from '../../../../shared/cli/common/command.ts'
import type { DocumentOverlay } from '../../../config/index.ts'
import type { GatewayParts } from '../../../part.ts'
import { readSettings } from '../../../runtime/settings/index.ts'
import { openLines } from './ask.ts'
import { chooseAtTerminal } from './choose.ts'
import { readUpstreamCredential, upstreamCredentialOptions } from './upstream-credential.ts'

export const importCommand = defineCommand({
  name: 'import',
  summary: 'add an API from an OpenAPI file, with its security bound to an OAuth provider',
  words: '[FILE|URL]',
  usage:
    'FILE|URL | --from-apic DIR [--provider NAME] [--product NAME] [--upstream URL] [--upstream-auth KIND] [--dry-run] [--json]',
  options: {
    'from-apic': {
      value: 'DIR',
      help: 'import the folder that the toolkit of API Connect writes, with APIs, products and providers',
    },
    catalog: { value: 'NAME', help: 'the catalog, when there are several' },
    provider: { value: 'NAME', help: 'the OAuth provider that protects the API, when there are several' },
    registry: { value: 'NAME', help: 'the user registry that checks HTTP Basic credentials' },
    name: { value: 'NAME', help: 'the name of the API, in place of one from its title' },
    'base-path': { value: 'PATH', help: 'the path of the API below the catalog (default: /NAME)' },
    upstream: { value: 'URL', help: 'the URL of the upstream, in place of a server of the file' },
    server: { value: 'SERVER', help: 'the server of the file: its number, URL or description (default: 1)' },
    variable: { multiple: true, value: 'NAME=VALUE', help: 'a variable in the URL of the server' },
    product: { value: 'NAME', help: 'the product that gets the API; created when there is none' },
    plan: { value: 'NAME', help: 'the plan of a new product and of the subscription (default: standard)' },
    app: { value: 'NAME', help: 'the application that subscribes to the product' },
    ...upstreamCredentialOptions,
    'allow-outside': { help: 'follow $ref to files outside the folder of FILE' },
    'allow-urls': { help: 'follow $ref to URLs of other servers' },
    replace: { help: 'replace what was imported before' },
    'dry-run': { help: 'show the result and write nothing' },
    json: jsonOption,
  },

  async run({ positionals: [location = ''], options, write }, { gatewayParts }: GatewayParts) {
    const [{ importFile }, { renderImport, renderImportAsJson }, { loadDocuments }] = await Promise.all([
      import('./import-file.ts'),
      import('./render-import.ts'),
      import('../../../runtime/documents/open-documents.ts'),
    ])
    const { fromApic: exportFolder } = options
    if ((location === '') === (exportFolder === undefined))
      throw new UsageError('name a FILE or URL, or --from-apic DIR')
    if (options.app !== undefined && options.product === undefined) throw new UsageError('--app needs --product')
    const { configFolder, environment } = readSettings()
    const common = {
      ...options,
      folder: configFolder,
      replaces: options.replace,
      isDryRun: options.dryRun,
      load: (overlay?: readonly DocumentOverlay[]) =>
        loadDocuments({ configFolder, environment, overlay }, gatewayParts, { sandbox: true }),
    }
    if (exportFolder !== undefined) {
      const { importExport } = await import('./export/import-export.ts')
      const { renderExport } = await import('./export/render-export.ts')
      const report = await importExport({ ...common, exportFolder })
      write(options.json ? `${JSON.stringify(report, null, 2)}\n` : renderExport(report))
      return report.skipped.length === 0 && report.documents.every(({ result }) => result !== 'left out') ? 0 : 1
    }
    const report = await importFile({
      ...common,
      location,
      variables: parseVariables(options.variable),
      choose: process.stdin.isTTY ? chooseAtTerminal : undefined,
      readCredential: (api) => readCredential(api, options),
    })
    write(options.json ? renderImportAsJson(report) : renderImport(report))
    return report.isValid ? 0 : 1
  },
})

/** Asks at the terminal, and reads a pipe only with `--upstream-auth`: other pipes may never end. */
async function readCredential(api: string, options: { readonly upstreamAuth: string | undefined }) {
  const isAsked = process.stdin.isTTY || options.upstreamAuth !== undefined
  const lines = isAsked ? openLines({ input: process.stdin, output: process.stderr }) : undefined
  try {
    return await readUpstreamCredential(api, { options, lines })
  } finally {
    lines?.close()
  }
}

function parseVariables(written: readonly string[]): Map<string, string> {
  return new Map(
    written.map((each) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(each) ?? []
      if (name === undefined || value === undefined)
        throw new UsageError(`--variable must be NAME=VALUE - found "${each}"`)
      return [name, value] as const
    }),
  )
}
