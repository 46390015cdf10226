/** Draws where the time of a call went, as a tree of SVG elements: pages build elements of it, commands write it as text. */
import type { CallCourse } from './explanation.ts'

export interface SvgNode {
  tag: 'svg' | 'g' | 'rect' | 'text' | 'title' | 'line'
  attributes: Readonly<Record<string, string | number>>
  children: readonly (SvgNode | string)[]
}

/** The texts of a picture, which pages translate. */
export type PictureTexts = { label: string; noResponse: string }

const [labelWidth, barWidth, noteWidth, rowHeight] = [140, 400, 520, 26]
const maxNote = 70
const colours = { stage: '#8d8d8d', policy: '#4589ff', upstream: '#24a148', failed: '#da1e28' } as const

type Row = { kind: keyof typeof colours; label: string; note: string; startMs: number; tookMs: number }

/** Returns a bar for each stage, policy and request to an upstream, below each other in the order in which they began. */
export function drawCall({ totalMs, stages, attempts }: CallCourse, texts: PictureTexts): SvgNode {
  const rows = [
    ...stages.map(({ stage, place, changes, ...times }): Row => {
      const kind = place === undefined ? 'stage' : 'policy'
      return { ...times, kind, label: stage, note: [place, ...changes].filter(Boolean).join(', ') }
    }),
    ...attempts.map(({ target, why, result, startMs, tookMs = totalMs - startMs }): Row => {
      const kind = /^[1-4]\d\d$/.test(result ?? '') ? 'upstream' : 'failed'
      return { startMs, tookMs, kind, label: '  upstream', note: `${target}: ${result ?? texts.noResponse}, ${why}` }
    }),
  ].sort((a, b) => a.startMs - b.startMs)
  const height = (rows.length + 1) * rowHeight
  const width = labelWidth + barWidth + noteWidth
  const attributes = { viewBox: `0 0 ${width} ${height}`, width: '100%', role: 'img', 'aria-label': texts.label }
  return node('svg', attributes, [
    ...drawScale(totalMs, height),
    ...rows.map((row, index) => drawRow(row, index, totalMs)),
  ])
}

function drawScale(totalMs: number, height: number): SvgNode[] {
  return [0, 0.25, 0.5, 0.75, 1].flatMap((part) => {
    const x = labelWidth + part * barWidth
    const line = { x1: x, x2: x, y1: 18, y2: height, stroke: 'currentColor', 'stroke-opacity': 0.2 }
    return [node('line', line, []), label(x, 13, renderMs(part * totalMs), 'middle')]
  })
}

function drawRow({ kind, label: name, note, startMs, tookMs }: Row, index: number, totalMs: number): SvgNode {
  const y = (index + 1) * rowHeight
  const scale = totalMs > 0 ? barWidth / totalMs : 0
  const x = labelWidth + Math.min(startMs, totalMs) * scale
  const width = Math.max(1.5, Math.min(tookMs, totalMs - startMs) * scale)
  const short = note.length > maxNote ? `${note.slice(0, maxNote)}...` : note
  return node('g', {}, [
    node('title', {}, [`${name.trim()}: ${renderMs(tookMs)}${note === '' ? '' : `, ${note}`}`]),
    label(0, y + 14, name, 'start'),
    node('rect', { x, y: y + 3, width, height: rowHeight - 10, fill: colours[kind] }, []),
    label(labelWidth + barWidth + 10, y + 14, `${renderMs(tookMs)}${short === '' ? '' : `  ${short}`}`, 'start'),
  ])
}

function label(x: number, y: number, text: string, anchor: 'start' | 'middle'): SvgNode {
  return node('text', { x, y, fill: 'currentColor', 'font-size': 11, 'text-anchor': anchor }, [text])
}

function renderMs(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`
}

function node(tag: SvgNode['tag'], attributes: SvgNode['attributes'], children: SvgNode['children']): SvgNode {
  return { tag, attributes, children }
}
