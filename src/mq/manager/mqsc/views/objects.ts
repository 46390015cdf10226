/** Views of objects: their attributes, and live values in addition; at the end, those of kinds that have only definitions. */
import { choiceType, genericNameType, singleFlagType, textType } from '../../objects/definitions/attribute-types.ts'
import { listUniqueAttributes, type ObjectDefinition } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { AttributeValue } from '../../types/connection.ts'
import type { ObjectKind, ObjectRecord, QueueManagerServices } from '../../types/services.ts'
import { clusterError } from '../command/clusters.ts'
import { type CommandContext, type RevisionSource, textArgument } from '../command/command.ts'
import { allColumnsForOneName, type DisplayValues, type DisplayView } from '../command/display.ts'
import { hasAuthority, requireAuthority } from '../command/subject.ts'
import { isGeneric, matchesGeneric } from '../language/generic-name.ts'
import { objectMessages } from '../language/messages.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'

/** Returns a live value of an object, in addition to its attributes, or undefined when the keyword names none. */
type ReadLiveValue = (
  runtime: QueueManagerServices,
  object: ObjectRecord,
  keyword: string,
) => AttributeValue | undefined

interface Options {
  /** Keywords that select objects by an attribute; the value may be generic. */
  filters?: readonly string[]
  /** Selects objects of one type. */
  type?: string
  /** A type that only members of a cluster have. A command that names it is rejected. */
  clustered?: string
  readLive?: ReadLiveValue
  /** Returns a number that changes before a live value can change. */
  liveRevision?(source: RevisionSource): number
  /** Returns a number that changes before a live value of this object can change. */
  readChangedAt?(runtime: QueueManagerServices, object: ObjectRecord): number
}

const noValues: DisplayValues = {}

/** Returns a view of the objects of some kinds that share a table of attributes. */
export function buildObjectView(names: readonly ObjectKind[], options: Options = {}): DisplayView {
  const [first] = names.map((name) => objectDefinitions[name]) as [ObjectDefinition]
  const { key, typeKeyword } = first
  const { filters = [] } = options
  const head = typeKeyword ? [key, typeKeyword] : [key]
  const types = [...names.flatMap((name) => objectDefinitions[name].types), 'ALL', options.clustered ?? []].flat()

  return {
    message: objectMessages[first.kind].displayed,
    name: 'required',
    nameValue: first.kind === 'sub' ? first.name : genericNameType(first.kind === 'channel' ? 20 : 48),
    arguments: [
      ...(typeKeyword ? [{ keyword: typeKeyword, synonyms: ['TYPE'], value: choiceType(...types) }] : []),
      ...filters.map((keyword) => ({ keyword, value: genericNameType() })),
      // CLUSINFO requests the objects of the cluster; there are none.
      ...(options.clustered ? [{ keyword: 'CLUSINFO', value: singleFlagType }] : []),
    ],
    columns: [
      ...head.map((keyword) => ({ keyword, value: textType(48) })),
      ...listUniqueAttributes(first).filter((each) => !head.includes(each.keyword)),
    ],
    alwaysShown: head,
    defaultColumns: allColumnsForOneName,

    rows(call) {
      const wanted = options.type ?? (typeKeyword && textArgument(call, typeKeyword)) ?? 'ALL'
      if (wanted === options.clustered) throw clusterError(`${typeKeyword}(${wanted})`)
      return names
        .flatMap((kind) => named(call, kind))
        .filter(({ type }) => wanted === 'ALL' || type === wanted)
        .filter((object) => filters.every((keyword) => isOfGroup(call, object, keyword)))
        .map((object) => ({
          values: noValues,
          version: { object, changedAt: options.readChangedAt?.(call.runtime, object) ?? 0 },
          read: (keyword: string) =>
            options.readLive?.(call.runtime, object, keyword) ?? readAttribute(first, object, keyword),
        }))
    },

    revision(source) {
      const { objects } = source
      const kinds = names.map((kind) => objects.revision(kind))
      return [...kinds, objects.revision('authrec'), options.liveRevision?.(source) ?? 0].join('.')
    },
  }
}

function isOfGroup(call: CommandContext, { attributes }: ObjectRecord, keyword: string): boolean {
  const wanted = textArgument(call, keyword)
  return wanted === undefined || matchesGeneric(wanted, String(attributes[keyword] ?? ''))
}

/** Returns the objects that match the name, for a generic name only those that the principal may display. */
function named(call: CommandContext, kind: ObjectKind): readonly ObjectRecord[] {
  const { objects } = call.runtime
  const pattern = call.name ?? '*'
  if (isGeneric(pattern)) {
    return objects
      .list(kind)
      .filter(({ name }) => matchesGeneric(pattern, name) && hasAuthority(call, kind, name, 'DSP'))
  }
  const object = objects.find(kind, pattern)
  if (object) requireAuthority(call, kind, pattern, 'DSP')
  return object ? [object] : []
}

function readAttribute(
  { key, typeKeyword }: ObjectDefinition,
  { name, type, attributes, altered }: ObjectRecord,
  keyword: string,
): AttributeValue | undefined {
  switch (keyword) {
    case key:
      return name
    case typeKeyword:
      return type
    case 'ALTDATE':
      return renderDate(altered)
    case 'ALTTIME':
      return renderTime(altered)
    default:
      return attributes[keyword]
  }
}

/** Returns every attribute of an object under its keyword. */
export function attributeValues(kind: ObjectDefinition, object: ObjectRecord, live: DisplayValues = {}): DisplayValues {
  return {
    ...object.attributes,
    ALTDATE: renderDate(object.altered),
    ALTTIME: renderTime(object.altered),
    [kind.key]: object.name,
    ...(kind.typeKeyword && { [kind.typeKeyword]: object.type }),
    ...live,
  }
}

/** DISPLAY of kinds of object that have only definitions. */
export const channels: DisplayView = buildObjectView(['channel', 'clntconn'], {
  readLive: (_runtime, { attributes }, keyword) =>
    keyword === 'RESETSEQ' && 'SEQWRAP' in attributes ? 'NO' : undefined,
})

export const namelists: DisplayView = buildObjectView(['namelist'], {
  readLive: (_runtime, { attributes: { NAMES: names } }, keyword) =>
    keyword === 'NAMCOUNT' ? (Array.isArray(names) ? names.length : 0) : undefined,
})

const viewAllAttributes = (kind: ObjectKind) => buildObjectView([kind])

export const topics: DisplayView = buildObjectView(['topic'], { clustered: 'CLUSTER', filters: ['CLUSTER'] })
export const clusterTopics: DisplayView = buildObjectView(['topic'], { type: 'CLUSTER', clustered: 'CLUSTER' })
export const listeners: DisplayView = buildObjectView(['listener'], { filters: ['TRPTYPE'] })
export const processes: DisplayView = viewAllAttributes('process')
export const services: DisplayView = viewAllAttributes('service')
export const authinfos: DisplayView = viewAllAttributes('authinfo')
export const comminfos: DisplayView = viewAllAttributes('comminfo')
