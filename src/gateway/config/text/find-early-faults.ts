/**
 * Finds what makes a document hopeless, from the events of a fast parser: the full parser takes 50 µs for each value, so that a
 * million errors would keep it busy for a minute, and seconds or all of the stack for deep nesting.
 */
import { EVENT_ID, type Event, getScalarValue, parseEvents, YAMLException } from 'js-yaml'
import { unsupportedTagMessage } from './describe-yaml-error.ts'
import { special } from './fast-yaml.ts'
import {
  aliasesTooManyMessage,
  maxValuesFromAliases,
  nestingTooDeepMessage,
  type ResolveReferencesInText,
  type YamlProblem,
} from './yaml-value-builder.ts'

/** Nested levels at which the search ends: more than a document may have, few enough for any stack. */
const depthOfSearch = 200
/** Errors with which the rest of a document is not checked. */
const mostFaults = 100
/** Shorter texts are left to the full parser, whatever they have: it needs a second. */
const longText = 256 * 1024

/** Returns the errors of a document that the full parser is not given; an empty list for all others. */
export function findEarlyFaults(text: string, resolveText: ResolveReferencesInText): YamlProblem[] {
  try {
    const events = parseEvents(text, { maxDepth: depthOfSearch })
    return text.length > longText ? findManyFaults(text, events, resolveText) : []
  } catch (error) {
    if (!(error instanceof YAMLException)) return []
    const offset = error.mark?.position ?? 0
    if (error.reason.includes('maxDepth')) return [{ offset, message: nestingTooDeepMessage }]
    // The full parser reports all errors, with better words; it also accepts some characters that this one rejects.
    if (text.length < 4 * longText || special.test(text)) return []
    return [{ offset, message: `cannot be read as YAML: ${error.reason}` }]
  }
}

type NodeEvent = Exclude<Event, { type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP | typeof EVENT_ID.ALIAS }>

/** Returns the first errors of a text that has too many of them. */
function findManyFaults(text: string, events: readonly Event[], resolveText: ResolveReferencesInText): YamlProblem[] {
  const faults: YamlProblem[] = []
  const anchors = new Set<string>()
  /** The open maps and lists; of a map the names so far, and whether a name comes next. */
  const open: { names?: Set<string>; isNameNext?: boolean }[] = []
  let aliases = 0
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) continue
    if (event.type === EVENT_ID.POP) {
      open.pop()
      continue
    }
    const holder = open.at(-1)
    const isName = holder?.isNameNext === true
    if (holder?.names) holder.isNameNext = !isName
    const anchor = event.anchorStart < 0 ? undefined : text.slice(event.anchorStart, event.anchorEnd)
    const message =
      event.type === EVENT_ID.ALIAS ? findAliasFault(String(anchor)) : findNodeFault(event, isName, holder)
    if (message !== undefined) faults.push({ offset: startOf(event), message })
    if (message === aliasesTooManyMessage) return faults
    if (faults.length === mostFaults)
      return [...faults, { offset: startOf(event), message: `is error ${mostFaults}: the rest is not checked` }]
    if (event.type === EVENT_ID.ALIAS) continue
    if (anchor !== undefined) anchors.add(anchor)
    if (event.type === EVENT_ID.MAPPING) open.push({ names: new Set(), isNameNext: true })
    else if (event.type === EVENT_ID.SEQUENCE) open.push({})
  }
  return []

  function findAliasFault(name: string): string | undefined {
    if (!anchors.has(name)) return `"*${name}" names no anchor above it`
    aliases += 1
    return aliases > maxValuesFromAliases ? aliasesTooManyMessage : undefined
  }

  function findNodeFault(event: NodeEvent, isName: boolean, holder?: { names?: Set<string> }): string | undefined {
    if (event.tagStart >= 0 && !text.startsWith('!!', event.tagStart)) return unsupportedTagMessage
    if (event.type !== EVENT_ID.SCALAR) return undefined
    const value = getScalarValue(text, event)
    if (isName && holder?.names && value !== '<<') {
      if (holder.names.has(value)) return `"${value}" stands twice here`
      holder.names.add(value)
      return undefined
    }
    const resolved = value.includes('$') ? resolveText(value) : { text: value }
    return 'error' in resolved ? resolved.error : undefined
  }
}

function startOf(event: Exclude<Event, { type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP }>): number {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
  return event.type === EVENT_ID.SCALAR ? Math.max(0, event.valueStart) : event.start
}
