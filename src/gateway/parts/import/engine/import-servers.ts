/** Step of an import: the URL of the upstream, from the servers of the document, and the base path of the API. */
import { isJsonObject, type JsonObject, membersOf } from '../../../../shared/lib/collections/json-object.ts'
import { trimEndCharacters } from '../../../../shared/lib/text/trim-characters.ts'
import type { MemberPath } from '../../../config/text/parsed-document.ts'
import type { ImportContext } from './import-context.ts'
import { ImportError, type ImportOptions } from './import-types.ts'
import { findUrlError } from './upstream-credential.ts'

/** Returns both, and writes the base path into the document. Throws `ImportError` when an option is necessary. */
export function importServers(name: string, hasAssembly: boolean, context: ImportContext) {
  const { document, options, isSwagger, note } = context
  /** Undefined when the document brings an assembly. */
  const upstream = hasAssembly ? undefined : trimEndCharacters(readUpstream(options) ?? findUpstream(context), '/')
  if (hasAssembly && options.upstream !== undefined)
    note(
      'changed',
      ['x-ibm-configuration', 'assembly'],
      `of the file stays, and decides where calls go: ${options.upstream} is not used`,
    )
  const basePath =
    options.basePath === undefined ? `/${name}` : `/${trimEndCharacters(options.basePath, '/').replace(/^\/+/, '')}`
  if (isSwagger) {
    delete document.host
    delete document.schemes
    document.basePath = basePath
  } else document.servers = [{ url: basePath }]
  return { upstream, basePath }
}

/** Removes the servers of path items and operations: an API of the gateway has one upstream. */
export function removeInnerServers(holder: JsonObject, path: MemberPath, { note }: ImportContext): void {
  if (holder.servers === undefined) return
  delete holder.servers
  note('dropped', [...path, 'servers'], 'was removed: all calls go to the one upstream of the API')
}

/** Returns the URL that the user gave for the upstream. Throws `ImportError` for one that cannot be called. */
function readUpstream({ upstream }: ImportOptions): string | undefined {
  const error = upstream === undefined ? undefined : findUrlError(upstream)
  if (error) throw new ImportError(`the upstream ${error} - found "${upstream}"`)
  return upstream && new URL(upstream).href
}

function findUpstream(context: ImportContext): string {
  const { isSwagger, source } = context
  const { url, path } = isSwagger ? selectSwaggerServer(context) : selectServer(context)
  const base = /^https?:/.test(source.file) ? source.file : undefined
  const absolute = URL.parse(url, base ?? (url.startsWith('//') ? 'https://any' : undefined))
  if (absolute && /^https?:$/.test(absolute.protocol) && !/[${}]/.test(absolute.host)) {
    if (absolute.search || absolute.hash || absolute.username)
      throw errorAt(path, context, `is "${url}", which has more than a host and a path`)
    return absolute.href
  }
  throw errorAt(path, context, `is "${url}", which does not say where the API is`)
}

/** Swagger 2 section "Swagger Object": without a host, the API is at the host of the document. */
function selectSwaggerServer({ document, source }: ImportContext): { url: string; path: MemberPath } {
  const { host, basePath = '', schemes } = document
  const names = Array.isArray(schemes) ? schemes.map(String).filter((each) => /^https?$/.test(each)) : []
  const scheme = names.includes('https') || names.length === 0 ? 'https' : 'http'
  const path = trimEndCharacters(String(basePath), '/')
  if (typeof host === 'string' && host !== '') return { url: `${scheme}://${host}${path}`, path: ['host'] }
  const base = /^https?:/.test(source.file) ? new URL(source.file).origin : ''
  return { url: `${base}${path || '/'}`, path: ['basePath'] }
}

function selectServer(context: ImportContext): { url: string; path: MemberPath } {
  const { document, options, note } = context
  const servers = (Array.isArray(document.servers) ? document.servers : []).filter(isJsonObject)
  if (servers.length === 0) return { url: '/', path: ['servers'] }

  const { server: wanted } = options
  const index =
    wanted === undefined
      ? 0
      : servers.findIndex(
          ({ url, description }, position) =>
            wanted === String(position + 1) || wanted === url || wanted === description,
        )
  const server = servers[index]
  if (!server) {
    const known = servers.map(({ url }, position) => `${position + 1} (${url})`).join(', ')
    throw new ImportError(`--server must be a number, a URL or a description of ${known} - found "${wanted}"`)
  }
  const path = ['servers', index, 'url']
  const url = fillVariables(server, path, context)
  servers.forEach((other, position) => {
    if (position !== index)
      note(
        'dropped',
        ['servers', position],
        `"${other.url}" is not used: calls go to ${url}; ${options.words.selectServer}`,
      )
  })
  return { url, path }
}

function fillVariables(server: JsonObject, path: MemberPath, context: ImportContext): string {
  const variables = membersOf(server.variables)
  return String(server.url ?? '/').replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = membersOf(variables[name])
    const value = context.options.variables.get(name) ?? variable.default
    const accepted = Array.isArray(variable.enum) ? variable.enum.map(String) : []
    const isRefused = accepted.length > 0 && !accepted.includes(String(value))
    const refusal = isRefused && `with the value "${value}", which must be one of ${accepted.join(', ')}`
    const problem = value === undefined || value === '' ? 'without a value' : refusal
    const { setVariable } = context.options.words
    if (problem) throw errorAt(path, context, `has the variable "${name}" ${problem}: ${setVariable(name)}`)
    return String(value)
  })
}

function errorAt(path: MemberPath, { place, options }: ImportContext, message: string): ImportError {
  return new ImportError(`${place(path)} ${path[0]} ${message}; ${options.words.setUpstream}`)
}
