/** Reads the folder that the toolkit of API Connect writes: documents of all kinds beside each other, YAML or JSON. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join, relative, sep } from 'node:path'
import { UsageError } from '../../../../../shared/cli/common/command.ts'
import { parseYamlTree } from '../../../../lib/yaml/yaml-text.ts'

export type ExportedKind = 'API' | 'product' | 'OAuth provider' | 'user registry' | 'TLS profile'

export interface ExportedDocument {
  /** The path within the folder, with forward slashes. */
  source: string
  kind: ExportedKind
  /** The name, with the version where the kind has versions. */
  name: string
  text: string
  value: Record<string, unknown>
}

/** A file that is not imported, with the reason and what to do. */
export type SkippedFile = { source: string; reason: string }

const maxBytes = 8 * 1024 * 1024

/** Rejects with `UsageError` when there is no such folder. */
export async function readExport(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    throw new UsageError(`--from-apic must be a folder: ${error.message}`)
  })
  const paths = entries
    .filter((each) => each.isFile() && /\.(?:ya?ml|json)$/.test(each.name))
    .map((each) => relative(folder, join(each.parentPath, each.name)).split(sep).join('/'))
    .filter((each) => !/(?:^|\/)(?:\.|node_modules\/)/.test(each))
    .sort()
  const documents: ExportedDocument[] = []
  const skipped: SkippedFile[] = []
  for (const source of paths) {
    const found = await readDocument(join(folder, source), source)
    if ('reason' in found) skipped.push(found)
    else documents.push(found)
  }
  return { documents, skipped }
}

async function readDocument(path: string, source: string): Promise<ExportedDocument | SkippedFile> {
  const { size } = await stat(path)
  if (size > maxBytes) return { source, reason: `has ${size} bytes: at most ${maxBytes} are read; divide it` }
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = parseYamlTree(text).toJS()
  } catch (error) {
    return { source, reason: `is not YAML or JSON: ${(error as Error).message.split('\n')[0]}; export it again` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { source, reason: 'is not a document: it must be a map of members' }
  const members = value as Record<string, unknown>
  const kind = findKind(members)
  return kind
    ? { source, kind, name: findName(members, source), text, value: members }
    : { source, reason: describeUnknown(members) }
}

function findKind(value: Record<string, unknown>): ExportedKind | undefined {
  if ('swagger' in value || 'openapi' in value) return 'API'
  if ('product' in value) return 'product'
  if ('provider_type' in value) return 'OAuth provider'
  if ('registry_type' in value || 'user-registry' in value) return 'user registry'
  return value.type === 'tls_client_profile' ? 'TLS profile' : undefined
}

function findName(value: Record<string, unknown>, source: string): string {
  const info = (typeof value.info === 'object' && value.info !== null ? value.info : value) as Record<string, unknown>
  const name = info['x-ibm-name'] ?? info.name ?? info.title ?? basename(source, extname(source))
  return info.version === undefined ? String(name) : `${name}:${info.version}`
}

function describeUnknown({ type, product_version: version }: Record<string, unknown>): string {
  const what = typeof type === 'string' ? `is a "${type}"` : version === undefined ? 'is of no known kind' : 'is a plan'
  return `${what}: APIs, products, OAuth providers, user registries and TLS client profiles are imported; leave it out`
}
