/** Renders a CPU profile as a flame graph: one HTML page that needs no network. A click on a function shows it in full width. */
import type { Profiler } from 'node:inspector'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { escapeMarkup } from '../../../shared/lib/text/escape-markup.ts'
import { renderPage } from '../../cli/common/render-page.ts'

/** A function on a stack, with all that it called. */
type Frame = { name: string; place: string; microseconds: number; children: Map<string, Frame> }

const [rowHeight, minShare] = [18, 0.0005]
/** Shows the frame of a click in full width, or everything after a click on a frame that is shown so. */
const script = `const all=document.getElementById('flame');let shown=all;all.addEventListener('click',(event)=>{
const frame=event.target.closest('[data-x]');if(!frame)return;shown=shown===frame?all:frame;
const x=Number(shown.dataset.x||0),width=Number(shown.dataset.width||1);
for(const each of all.querySelectorAll('[data-x]')){
const start=Math.max(0,(Number(each.dataset.x)-x)/width),end=Math.min(1,(Number(each.dataset.x)-x+Number(each.dataset.width))/width);
each.style.left=start*100+'%';each.style.width=Math.max(0,end-start)*100+'%';each.hidden=end<=start}})`

export function renderFlameGraph(profile: Profiler.Profile): string {
  const root = sumFrames(profile)
  const rows: string[] = []
  let deepest = 0
  addFrames(root, 0, 0)
  const seconds = (profile.endTime - profile.startTime) / 1_000_000
  const style = `position:relative;overflow:hidden;height:${(deepest + 1) * rowHeight}px;font:11px monospace;color:#161616`
  return renderPage(
    `What a worker did in ${seconds.toFixed(1)} s`,
    `<p>It was busy for ${(root.microseconds / 1_000_000).toFixed(2)} s. The width of a function is its share of this time, with all that it called. Click on one to enlarge it, and again to see everything.</p>
<p>${legend}</p>
<div id="flame" style="${style}">${rows.join('\n')}</div>`,
    script,
  )

  function addFrames(frame: Frame, depth: number, x: number): void {
    const width = frame.microseconds / Math.max(1, root.microseconds)
    if (width < minShare) return
    deepest = Math.max(deepest, depth)
    const text = escapeMarkup(frame.name)
    const title = `${text} ${escapeMarkup(frame.place)}: ${(frame.microseconds / 1_000).toFixed(1)} ms, ${(width * 100).toFixed(1)} %`
    const place = `position:absolute;overflow:hidden;white-space:nowrap;box-sizing:border-box;border:1px solid #fff;cursor:pointer;left:${x * 100}%;width:${width * 100}%;top:${depth * rowHeight}px;height:${rowHeight}px;background:${colourOf(frame)}`
    rows.push(`<div data-x="${x}" data-width="${width}" title="${title}" style="${place}">${text}</div>`)
    let next = x
    for (const child of [...frame.children.values()].sort((a, b) => b.microseconds - a.microseconds)) {
      addFrames(child, depth + 1, next)
      next += child.microseconds / Math.max(1, root.microseconds)
    }
  }
}

const colours = { gateway: '#ffb784', libraries: '#d4bbff', Node: '#bae6ff', 'everything else': '#e0e0e0' } as const
const legend = Object.entries(colours)
  .map(([name, colour]) => `<span style="background:${colour};color:#161616;padding:0 .5rem">${name}</span>`)
  .join(' ')

function colourOf({ place }: Frame): string {
  if (place.startsWith('node:')) return colours.Node
  if (place.includes('/node_modules/')) return colours.libraries
  return place === '' ? colours['everything else'] : colours.gateway
}

/** Returns the stacks of all samples as one tree, without the time in which the worker waited. */
function sumFrames({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const root: Frame = { name: 'all', place: '', microseconds: 0, children: new Map() }
  const idle = new Set(nodes.filter((node) => node.callFrame.functionName === '(idle)').map(({ id }) => id))
  for (const [index, sample] of samples.entries()) {
    if (idle.has(sample)) continue
    const stack: Profiler.ProfileNode[] = []
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const node = byId.get(id)
      if (node && node.callFrame.functionName !== '(root)') stack.push(node)
    }
    addStack(root, stack.reverse(), Math.max(0, timeDeltas[index] ?? 0))
  }
  return root
}

function addStack(root: Frame, stack: readonly Profiler.ProfileNode[], microseconds: number): void {
  let frame = root
  frame.microseconds += microseconds
  for (const { callFrame } of stack) {
    const name = callFrame.functionName || '(anonymous)'
    const place = callFrame.url === '' ? '' : `${callFrame.url}:${callFrame.lineNumber + 1}`
    const child = getOrCreate(frame.children, `${name} ${place}`, () => ({
      name,
      place,
      microseconds: 0,
      children: new Map(),
    }))
    child.microseconds += microseconds
    frame = child
  }
}
