/** Reads the text of `mqwebuser.xml` into the settings of the server. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { readRoleBindings } from './bindings.ts'
import { ElementReader, type SettingsFindings } from './element-reader.ts'
import { expandIncludes } from './include.ts'
import { readOpenidConnect } from './openid-connect.ts'
import {
  isPropertyName,
  type PropertyName,
  type PropertyValues,
  parseProperty,
  propertyNames,
  propertyTable,
} from './properties.ts'
import { completeBindings, readRegistry } from './registries.ts'
import { type MqwebSettings, MqwebSettingsError } from './settings.ts'
import { readTlsSettings } from './tls.ts'
import { parseXml, type XmlElement, XmlError } from './xml.ts'

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

const reference = /\$\{([^{}]*)\}/g
const maxDepth = 10

/** Replaces references to variables, also within their values. Throws for an unknown name and for a cycle. */
function expandVariables(
  text: string,
  variables: ReadonlyMap<string, string>,
  environment: Environment,
  depth = 0,
): string {
  if (depth > maxDepth) throw new Error('variables refer to each other in a circle')

  return text.replace(reference, (whole, name: string) => {
    if (name.startsWith('env.')) {
      const value = environment[name.slice('env.'.length)]
      if (value === undefined) throw new Error(`${whole} names an environment variable that is not set`)
      return value
    }
    const value = variables.get(name)
    if (value === undefined)
      throw new Error(`${whole} names a variable that does not exist; add <variable name="${name}" value="…"/>`)
    return expandVariables(value, variables, environment, depth + 1)
  })
}

export interface ReadSettingsOptions {
  /** The name of the file in error texts. */
  file: string
  /** The folder for relative paths in the file. */
  folder: string
  environment: Environment
  /** Called for every included file with its text; undefined when the file cannot be read. */
  onFile?: (path: string, text: string | undefined) => void
}

/** The supported elements. Files of other servers can contain more; these are ignored with a warning. */
const known = new Set([
  ...['featureManager', 'enterpriseApplication', 'basicRegistry', 'ldapRegistry', 'variable'],
  ...['ssl', 'sslDefault', 'keyStore', 'quickStartSecurity', 'federatedRepository', 'localOSRegistry'],
  ...['safRegistry', 'safAuthorization', 'safCredentials'],
  ...['customRegistry', 'customFilters', 'idsFilters', 'activedFilters', 'openidConnectClient'],
])

/** The elements that decide who may do what: each attribute and element in them that has no effect is a warning. */
const strict = new Set([
  ...['enterpriseApplication', 'basicRegistry', 'ldapRegistry', 'localOSRegistry', 'safRegistry'],
  ...['customFilters', 'idsFilters', 'activedFilters', 'openidConnectClient', 'ssl', 'sslDefault'],
])

/**
 * Returns the settings and warnings about them. Throws `MqwebSettingsError` with all errors. `MQWEB_LTPA_SUFFIX`, which
 * the server sets at its start, is empty where the environment lacks it.
 */
export function readSettings(
  text: string,
  given: ReadSettingsOptions,
): { settings: MqwebSettings; warnings: string[] } {
  const options = { ...given, environment: { MQWEB_LTPA_SUFFIX: '', ...given.environment } }
  const { server, variables, findings } = readServer(text, options)

  if (server.name !== 'server') server.fail(`the root element must be <server>, found <${server.name}>`)
  for (const child of server.children().filter(({ name }) => !known.has(name)))
    child.warn(`<${child.name}> is not supported by this server and is ignored`)

  const features = featuresOf(server)
  const registry = readRegistry(server, features ?? [])
  const provider = readOpenidConnect(server)
  const bindings = readRoleBindings(server)
  const settings: MqwebSettings = {
    ...readProperties(server, options, variables),
    security: {
      enabled: features === undefined || registry !== undefined || !!provider || has(features, 'appSecurity'),
      basicAuthentication: features === undefined || has(features, 'basicAuthenticationMQ'),
      registry,
      provider,
      bindings: {
        console: completeBindings('console', bindings.console, registry),
        rest: completeBindings('rest', bindings.rest, registry),
      },
    },
    tls: readTlsSettings(server, options.folder),
    describesApi: has(features ?? [], 'apiDiscovery'),
  }
  warnOfRealms(server, settings)
  for (const child of server.children().filter(({ name }) => strict.has(name))) child.warnOfUnread()

  if (findings.errors.length > 0) throw new MqwebSettingsError(findings.errors)
  return { settings, warnings: findings.warnings }
}

/** Returns the texts of the properties that the files set. Throws `MqwebSettingsError` for malformed XML. */
export function readAssignedProperties(text: string, options: ReadSettingsOptions): ReadonlyMap<PropertyName, string> {
  return assignedIn(readServer(text, options).variables)
}

/** Reads the file and its included files. Throws `MqwebSettingsError` when the file is not well-formed XML. */
function readServer(text: string, options: ReadSettingsOptions) {
  const { file, folder, environment, onFile } = options
  const own = parse(text, file)
  const ownVariables = variablesOf(own)
  const findings: SettingsFindings = { errors: [], warnings: [], read: new Map() }
  const root = expandIncludes(own, file, {
    folder,
    expandVariables: (value) =>
      expandVariables(value, new Map([...ownVariables, ['server.config.dir', folder]]), environment),
    error: (at, message) => findings.errors.push(`${at.file}:${at.line} ${message}`),
    onFile,
  })
  const variables = variablesOf(root)
  const server = new ElementReader(root, findings, (value) => expandVariables(value, variables, environment))
  return { server, variables, findings }
}

function variablesOf(server: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    server.children
      .filter(({ name }) => name === 'variable')
      .map(({ attributes }) => [attributes.get('name') ?? '', attributes.get('value') ?? ''] as const),
  )
}

function assignedIn(variables: ReadonlyMap<string, string>): Map<PropertyName, string> {
  const assigned = new Map<PropertyName, string>()
  for (const [name, value] of variables) if (isPropertyName(name)) assigned.set(name, value)
  return assigned
}

function parse(text: string, file: string): XmlElement {
  try {
    return parseXml(text, file)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new MqwebSettingsError([`${file}:${error.line} ${error.message}`], { cause: error })
  }
}

/** Returns the listed features; undefined when the file has no `<featureManager>`. */
function featuresOf(server: ElementReader): string[] | undefined {
  const managers = server.children('featureManager')
  if (managers.length === 0) return undefined
  return managers.flatMap((each) => each.children('feature')).map(({ element }) => element.text)
}

function has(features: readonly string[], name: string): boolean {
  return features.some((feature) => feature.startsWith(`${name}-`))
}

function readProperties(
  server: ElementReader,
  options: ReadSettingsOptions,
  variables: ReadonlyMap<string, string>,
): Pick<MqwebSettings, 'properties' | 'assignedProperties'> {
  const assigned = assignedIn(variables)

  for (const variable of server.children('variable')) {
    const name = variable.required('name')
    variable.required('value')
    if (!isPropertyName(name) && /^(http|ltpa|mqRest|mqConsole)/.test(name))
      variable.warn(`there is no property "${name}"${didYouMean(name, propertyNames)}`)
  }

  const values = propertyNames.map((name) => {
    try {
      const text = expandVariables(assigned.get(name) ?? propertyTable[name].default, variables, options.environment)
      return [name, parseProperty(name, text)] as const
    } catch (error) {
      const at = server.children().find(({ element }) => element.attributes.get('name') === name) ?? server
      at.fail((error as Error).message)
      return [name, undefined] as const
    }
  })
  const properties = Object.fromEntries(values) as PropertyValues
  const hasPort = properties.httpsPort !== -1 || properties.httpPort !== -1
  if (!hasPort && !/^\d{1,5}$/.test(options.environment.SLUICE_MQWEB_PORT ?? ''))
    server.fail('httpsPort and httpPort are both -1: set one of them to a port from 0 to 65535')
  return { properties, assignedProperties: assigned }
}

/** Warns of a role binding to a realm that the registry does not have. Such a binding matches no user. */
function warnOfRealms(server: ElementReader, { security }: MqwebSettings): void {
  const { registry, bindings, provider } = security
  const known = [registry?.realm, provider?.realm].filter((each) => each !== undefined)
  if (known.length === 0) return
  const realms = [...bindings.console, ...bindings.rest].flatMap(({ subject: to }) => ('realm' in to && to.realm) || [])
  for (const realm of new Set(realms)) {
    if (!known.includes(realm))
      server.warn(`roles are bound in the realm "${realm}", but the registry has "${known.join('" and "')}"`)
  }
}
