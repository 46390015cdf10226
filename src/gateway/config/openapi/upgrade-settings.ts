/**
 * Upgrades the settings of a policy in memory: names of older versions, and values that exports spell in other ways. A value is
 * only changed where the schema takes it in one way: `""` and `null` are members without a value, "60" is a number.
 */
import type { TSchema } from '../../../shared/lib/json-schema/type.ts'

type MemberSchema = { type?: string; enum?: readonly unknown[]; anyOf?: unknown; default?: unknown }

/** Names of members that older versions of a policy have. */
const olderMembers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'json-to-xml': {
    'root-element-name': 'rootXMLElementName',
    'always-output-root-element': 'alwaysOutputRootElement',
    'unnamed-element-name': 'unnamedXMLArrayElementName',
  },
}

/** Values that older versions of a policy spell in another way. */
const olderValues: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'http-version': { 1.1: 'HTTP/1.1' } }

/** The members of `invoke` that say what `http-version: HTTP/1.0` does. */
const asHttp10 = { 'http-version': 'HTTP/1.1', 'use-http-10': true }

/** Members whose empty text is a value. */
const mayBeEmpty: ReadonlySet<string> = new Set(['value', 'source'])

/** Returns the settings as the schema of the policy spells them. */
export function upgradeSettings(policy: string, settings: unknown, schema: TSchema): unknown {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings
  const { properties, required = [] } = schema as { properties?: Record<string, MemberSchema>; required?: string[] }
  const upgraded: Record<string, unknown> = {}
  const isHttp10 = 'http-version' in settings && settings['http-version'] === 'HTTP/1.0'
  for (const [written, value] of Object.entries(isHttp10 ? { ...settings, ...asHttp10 } : settings)) {
    const name = olderMembers[policy]?.[written] ?? written
    const member = properties?.[name]
    const isOptional = member !== undefined && (!required.includes(name) || 'default' in member)
    if (isOptional && isWithoutValue(name, value, member)) continue
    upgraded[name] = member ? upgradeValue(olderValues[name]?.[String(value)] ?? value, member) : value
  }
  return upgraded
}

function isWithoutValue(name: string, value: unknown, { enum: accepted, anyOf }: MemberSchema): boolean {
  if (value === null) return anyOf === undefined
  return value === '' && !mayBeEmpty.has(name) && !accepted?.includes('')
}

function upgradeValue(value: unknown, { type, enum: accepted, anyOf }: MemberSchema): unknown {
  if (typeof value !== 'string' || anyOf) return value
  if (accepted && !accepted.includes(value)) {
    const lower = value.toLowerCase()
    return accepted.find((each) => typeof each === 'string' && each.toLowerCase() === lower) ?? value
  }
  if ((type === 'number' || type === 'integer') && /^\d{1,9}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/**
 * Returns the settings without members whose number or flag is a variable, such as `timeout: $(timeout)`, and these members. The
 * gateway resolves them, because each catalog has its own properties.
 */
export function separateVariables(settings: unknown, schema: TSchema): { others: unknown; variables: object } {
  const { properties = {} } = schema as { properties?: Record<string, MemberSchema> }
  const variables = Object.entries(settings ?? {}).filter(
    ([name, value]) => scalars.has(properties[name]?.type) && typeof value === 'string' && variable.test(value),
  )
  if (variables.length === 0) return { others: settings, variables: {} }
  const names = new Set(variables.map(([name]) => name))
  const others = Object.fromEntries(Object.entries(settings as object).filter(([name]) => !names.has(name)))
  return { others, variables: Object.fromEntries(variables) }
}

const scalars: ReadonlySet<string | undefined> = new Set(['number', 'integer', 'boolean'])
const variable = /^\$\([^()]{1,128}\)$/
