/** `sluice import`: puts an OpenAPI file behind the gateway, as it is. */
import type { DocumentOverlay } from '../../config/index.ts'
import { readSettings } from '../../runtime/settings/index.ts'
import { openLines } from '../common/ask.ts'
import { chooseAtTerminal } from '../common/choose.ts'
import { type Command, jsonOption, UsageError } from '../common/command.ts'
import { readUpstreamCredential, upstreamCredentialOptions } from '../common/upstream-credential.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'add an API from an OpenAPI file, with its security bound to an OAuth provider',
  usage:
    'FILE|URL | --from-apic DIR [--provider NAME] [--product NAME] [--upstream URL] [--upstream-auth KIND] [--dry-run] [--json]',
  positionals: { min: 0, max: 1 },
  options: {
    'from-apic': {
      type: 'string',
      value: 'DIR',
      help: 'import the folder that the toolkit of API Connect writes, with APIs, products and providers',
    },
    catalog: { type: 'string', value: 'NAME', help: 'the catalog, when there are several' },
    provider: {
      type: 'string',
      value: 'NAME',
      help: 'the OAuth provider that protects the API, when there are several',
    },
    registry: { type: 'string', value: 'NAME', help: 'the user registry that checks HTTP Basic credentials' },
    name: { type: 'string', value: 'NAME', help: 'the name of the API, in place of one from its title' },
    'base-path': { type: 'string', value: 'PATH', help: 'the path of the API below the catalog (default: /NAME)' },
    upstream: { type: 'string', value: 'URL', help: 'the URL of the upstream, in place of a server of the file' },
    server: {
      type: 'string',
      value: 'SERVER',
      help: 'the server of the file: its number, URL or description (default: 1)',
    },
    variable: { type: 'string', multiple: true, value: 'NAME=VALUE', help: 'a variable in the URL of the server' },
    product: { type: 'string', value: 'NAME', help: 'the product that gets the API; created when there is none' },
    plan: {
      type: 'string',
      value: 'NAME',
      help: 'the plan of a new product and of the subscription (default: standard)',
    },
    app: { type: 'string', value: 'NAME', help: 'the application that subscribes to the product' },
    ...upstreamCredentialOptions,
    'allow-outside': { type: 'boolean', default: false, help: 'follow $ref to files outside the folder of FILE' },
    'allow-urls': { type: 'boolean', default: false, help: 'follow $ref to URLs of other servers' },
    replace: { type: 'boolean', default: false, help: 'replace what was imported before' },
    'dry-run': { type: 'boolean', default: false, help: 'show the result and write nothing' },
    json: jsonOption,
  },

  async run({ positionals: [location = ''], options, write }) {
    const [{ importFile }, { renderImport, renderImportAsJson }, { loadDocuments }] = await Promise.all([
      import('./import-file.ts'),
      import('./render-import.ts'),
      import('../../runtime/documents/open-documents.ts'),
    ])
    const text = (name: string) => options[name] as string | undefined
    const exportFolder = text('from-apic')
    if ((location === '') === (exportFolder === undefined))
      throw new UsageError('name a FILE or URL, or --from-apic DIR')
    if (options.app !== undefined && options.product === undefined) throw new UsageError('--app needs --product')
    const { configFolder, environment } = readSettings()
    const load = (overlay?: readonly DocumentOverlay[]) =>
      loadDocuments({ configFolder, environment, overlay }, { sandbox: true })
    const replaces = options.replace === true
    const isDryRun = options['dry-run'] === true
    if (exportFolder !== undefined) {
      const { importExport } = await import('./export/import-export.ts')
      const { renderExport } = await import('./export/render-export.ts')
      const report = await importExport({
        exportFolder,
        folder: configFolder,
        catalog: text('catalog'),
        replaces,
        isDryRun,
        load,
      })
      write(options.json === true ? `${JSON.stringify(report, null, 2)}\n` : renderExport(report))
      return report.skipped.length === 0 && report.documents.every(({ result }) => result !== 'left out') ? 0 : 1
    }
    const report = await importFile({
      location,
      folder: configFolder,
      catalog: text('catalog'),
      provider: text('provider'),
      registry: text('registry'),
      name: text('name'),
      basePath: text('base-path'),
      upstream: text('upstream'),
      server: text('server'),
      product: text('product'),
      plan: text('plan'),
      app: text('app'),
      variables: parseVariables((options.variable ?? []) as string[]),
      allowsOutside: options['allow-outside'] === true,
      allowsUrls: options['allow-urls'] === true,
      replaces,
      isDryRun,
      choose: process.stdin.isTTY ? chooseAtTerminal : undefined,
      readCredential: (api) => readCredential(api, options),
      load,
    })
    write(options.json === true ? renderImportAsJson(report) : renderImport(report))
    return report.isValid ? 0 : 1
  },
}

/** Asks at the terminal, and reads a pipe only with `--upstream-auth`: other pipes may never end. */
async function readCredential(api: string, options: Readonly<Record<string, unknown>>) {
  const isAsked = process.stdin.isTTY || options['upstream-auth'] !== undefined
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
