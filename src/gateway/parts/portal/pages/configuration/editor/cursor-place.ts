/** Finds where in a YAML document the cursor stands, also while the text around it is not complete. */
import { syntaxTree } from '@codemirror/language'
import type { EditorState, Text } from '@codemirror/state'

type TreeNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

/** A member on the way to the cursor; the name of an item of a list is `-`. */
export interface PlaceStep {
  name: string
  /** The plain values of the members beside it, by their names. */
  siblings: ReadonlyMap<string, string>
}

export interface CursorPlace {
  steps: readonly PlaceStep[]
  /** The plain values of the members that exist where a name can be typed; undefined where only a value can. */
  members: ReadonlyMap<string, string> | undefined
  /** Whether the place is within braces or brackets, where a member ends with a comma. */
  isFlow: boolean
}

type Frame = { column: number; name: string; value: string }

const itemPattern = /^-(?=\s|$)/
/** A line is read up to this length: keys of documents are shorter. */
const maxLineLength = 1_000
/** The number of lines above and below in which members beside the cursor are found. */
const maxLines = 1_000

/** Returns the place at an offset; undefined within comments and texts of several lines. */
export function findCursorPlace(state: EditorState, offset: number): CursorPlace | undefined {
  const node = syntaxTree(state).resolveInner(offset, -1)
  const flow = readFlow(state, node, offset)
  if (!flow && /Comment|BlockLiteral/.test(node.name)) return undefined
  const at = flow ? flow.start : offset
  const line = state.doc.lineAt(at)
  const before = line.text.slice(0, at - line.from)
  const frames = readFrames(before)
  const isName = !flow && /^[\s-]*[^\s:#]*$/.test(before)
  const column = isName ? before.length - (before.split(/\s/).at(-1) ?? '').length : Number.POSITIVE_INFINITY
  const blockSteps = climb(state.doc, line.number, frames, column)
  if (flow) return { steps: [...blockSteps, ...flow.steps], members: flow.members, isFlow: true }
  const members = isName ? readMembers(state.doc, line.number, column) : undefined
  return { steps: blockSteps, members, isFlow: false }
}

/** Returns the steps to a member whose name is at an offset; undefined when no name is there. */
export function findNamedMember(state: EditorState, offset: number): readonly PlaceStep[] | undefined {
  let node: TreeNode | null = syntaxTree(state).resolveInner(offset, 1)
  while (node && node.name !== 'Key') node = node.parent
  const place = node && findCursorPlace(state, node.from)
  if (!node || !place) return undefined
  return [...place.steps, { name: readText(state, node), siblings: place.members ?? new Map() }]
}

/** Returns the items and the name that a line begins with. */
function readFrames(text: string): Frame[] {
  const frames: Frame[] = []
  let rest = text.slice(0, maxLineLength).trimStart()
  let column = text.length - text.trimStart().length
  while (itemPattern.test(rest)) {
    frames.push({ column, name: '-', value: '' })
    const next = rest.slice(1).trimStart()
    column += rest.length - next.length
    rest = next
  }
  const colon = findColon(rest)
  if (colon > 0)
    frames.push({ column, name: readScalar(rest.slice(0, colon)), value: readScalar(rest.slice(colon + 1)) })
  return frames
}

/** Returns the index of the colon after the name that a text begins with; -1 when it begins with no name. */
function findColon(text: string): number {
  const quote = /^["']/.exec(text)?.[0]
  const start = quote === undefined ? 0 : text.indexOf(quote, 1) + 1
  if (/^[#{}[\],&*!|>%@]/.test(text) || (quote !== undefined && start === 0)) return -1
  const colon = text.slice(start).search(/:(?:\s|$)/)
  return colon < 0 || text.slice(start, start + colon).includes(' #') ? -1 : start + colon
}

function readScalar(text: string): string {
  const comment = text.indexOf(' #')
  const trimmed = (comment < 0 ? text : text.slice(0, comment)).trim()
  return /^"[^"]*"$|^'[^']*'$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
}

/** Collects the members and items around a line, from those that begin before `column`. */
function climb(doc: Text, number: number, own: readonly Frame[], column: number): PlaceStep[] {
  const steps: PlaceStep[] = []
  let limit = column
  let allowsItem = true
  for (let at = number; at > 0 && (limit > 0 || !allowsItem); at -= 1) {
    const frames = at === number ? own : readFrames(doc.line(at).text)
    for (const frame of frames.toReversed()) {
      const isItem = frame.name === '-'
      // The items of a list may begin in the column of the member that has the list.
      if (isItem ? frame.column >= limit || !allowsItem : frame.column > (allowsItem ? limit - 1 : limit)) continue
      steps.unshift({ name: frame.name, siblings: isItem ? new Map() : readMembers(doc, at, frame.column) })
      limit = frame.column
      allowsItem = !isItem
    }
  }
  return steps
}

/** Returns the members of the map that has a member in this line and column. */
function readMembers(doc: Text, number: number, column: number): ReadonlyMap<string, string> {
  const members = new Map<string, string>()
  for (const direction of [-1, 1]) {
    let at = direction < 0 ? number : number + 1
    for (let count = 0; count < maxLines && at > 0 && at <= doc.lines; count += 1, at += direction) {
      const { text } = doc.line(at)
      const frames = readFrames(text)
      const [first] = frames
      const isOutside = text.trim() !== '' && !text.trimStart().startsWith('#') && text.search(/\S/) < column
      if (isOutside && direction > 0) break
      for (const { column: place, name, value } of frames)
        if (place === column && name !== '-') members.set(name, value)
      if (isOutside && at !== number) break
      if (isOutside && first?.name === '-') break
    }
  }
  return members
}

/** Returns what is known of a place within braces or brackets; undefined for another place. */
function readFlow(state: EditorState, innermost: TreeNode, offset: number) {
  const steps: PlaceStep[] = []
  let members: ReadonlyMap<string, string> | undefined
  let outermost: TreeNode | undefined
  let isInValue = false
  for (let node: TreeNode | null = innermost; node; node = node.parent) {
    if (node.name === 'Pair' && node.parent?.name === 'FlowMapping') {
      const key = node.getChild('Key')
      const colon = node.getChild(':')
      if (!key || !colon || colon.to > offset) continue
      steps.unshift({ name: readText(state, key), siblings: readPairs(state, node.parent) })
      isInValue = true
    } else if (isFlow(node) && offset > node.from && (offset < node.to || !isClosed(state, node))) {
      if (!outermost && !isInValue && node.name === 'FlowMapping') members = readPairs(state, node)
      if (node.name === 'FlowSequence') steps.unshift({ name: '-', siblings: new Map() })
      outermost = node
    }
  }
  return outermost && { start: outermost.from, steps, members }
}

const isFlow = ({ name }: TreeNode) => name === 'FlowMapping' || name === 'FlowSequence'
const isClosed = (state: EditorState, { to }: TreeNode) => /[}\]]/.test(state.sliceDoc(to - 1, to))

function readPairs(state: EditorState, map: TreeNode): ReadonlyMap<string, string> {
  return new Map(
    map.getChildren('Pair').flatMap((pair) => {
      const key = pair.getChild('Key')
      const value = pair.lastChild
      return key ? [[readText(state, key), value && value.from > key.from ? readText(state, value) : '']] : []
    }),
  )
}

function readText(state: EditorState, { from, to }: TreeNode): string {
  return readScalar(state.sliceDoc(from, Math.min(to, from + maxLineLength)))
}
