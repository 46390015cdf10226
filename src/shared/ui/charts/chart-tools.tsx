/** The tools below a chart: its values as a table and as CSV, and its picture as PNG. */
import { Button } from '@carbon/react'
import type { RefObject } from 'react'
import { useState } from 'react'
import { useAction } from '../feedback/use-action.ts'
import { downloadFile } from '../files/download-file.ts'
import { DataTable } from '../table/data-table.tsx'
import { formatDateTime, formatTime } from '../text/format.ts'
import { t } from '../text/t.ts'
import type { Samples, Series } from './samples.ts'
import { hourMs } from './time-axis.ts'

export interface ChartToolsProps {
  title: string
  samples: Samples
  series: readonly Series[]
  picture: RefObject<SVGSVGElement | null>
}

export function ChartTools({ title, samples, series, picture }: ChartToolsProps) {
  const [isTable, setTable] = useState(false)
  const { run } = useAction({ notifiesErrors: true })

  async function exportPng() {
    const blob = picture.current && (await drawPng(title, picture.current))
    if (!blob) throw new Error(t('This browser cannot draw the picture.'))
    downloadFile(`${title}.png`, blob)
  }
  const exportCsv = () =>
    downloadFile(`${title}.csv`, new Blob([renderSamplesCsv(series, samples)], { type: 'text/csv' }))
  const { last, everyMs } = samples
  const count = Math.max(0, ...series.map(({ line }) => line.length))
  const rows = Array.from({ length: count }, (_, ago) => ago)
  const formatMoment = everyMs < hourMs ? formatTime : formatDateTime
  return (
    <>
      <div className="chart__tools">
        <Button size="sm" kind="ghost" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {t('Table')}
        </Button>
        <Button size="sm" kind="ghost" onClick={exportCsv}>
          CSV
        </Button>
        <Button size="sm" kind="ghost" onClick={() => void run(exportPng, undefined, undefined, 'PNG')}>
          PNG
        </Button>
      </div>
      {isTable && (
        <div className="chart__table">
          <DataTable<number>
            small
            label={title}
            rows={rows}
            keyOf={String}
            columns={[
              [t('Time'), (ago) => formatMoment(new Date((last - ago) * everyMs))],
              ...series.map(
                ({ called, line }) => [called, (ago: number) => line.at(-1 - ago) ?? t('unknown')] as const,
              ),
            ]}
          />
        </div>
      )}
    </>
  )
}

/** Returns one line for each sample: the time in ISO 8601, then the value of each series, empty where none was measured. */
function renderSamplesCsv(series: readonly Series[], { last, everyMs }: Samples): string {
  const count = Math.max(0, ...series.map(({ line }) => line.length))
  const rows = Array.from({ length: count }, (_, index) => [
    new Date((last - (count - 1 - index)) * everyMs).toISOString(),
    ...series.map(({ line }) => line.at(index - count) ?? ''),
  ])
  const head = ['time', ...series.map(({ called }) => `"${called.replaceAll('"', '""')}"`)]
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}

const scale = 2
const margin = 16
const titleHeight = 32

/** Draws an SVG element of paths, lines, rectangles, circles and texts as it looks on the page. The policy of pages allows no SVG in images. */
async function drawPng(title: string, picture: SVGSVGElement): Promise<Blob | null> {
  const { width, height } = picture.viewBox.baseVal
  const canvas = document.createElement('canvas')
  canvas.width = scale * (width + 2 * margin)
  canvas.height = scale * (height + 2 * margin + titleHeight)
  const context = canvas.getContext('2d')
  if (!context) return null
  const { backgroundColor, color } = getComputedStyle(picture.closest('figure') ?? picture)
  context.scale(scale, scale)
  context.fillStyle = backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(margin, margin)
  context.fillStyle = color
  context.font = ['600', '16px', getComputedStyle(picture).fontFamily].join(' ')
  context.fillText(title, 0, 16)
  context.translate(0, titleHeight)
  for (const element of picture.querySelectorAll<SVGGeometryElement | SVGTextElement>('path, line, rect, circle, text'))
    draw(context, element)
  return new Promise((resolve) => canvas.toBlob(resolve))
}

function draw(context: CanvasRenderingContext2D, element: SVGGeometryElement | SVGTextElement): void {
  const style = getComputedStyle(element)
  const read = (name: string) => Number(element.getAttribute(name) ?? 0)
  context.fillStyle = style.fill
  context.strokeStyle = style.stroke
  context.lineWidth = Number.parseFloat(style.strokeWidth)
  context.setLineDash(
    style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
  )
  if (element.tagName === 'text') {
    const align = { start: 'left', middle: 'center', end: 'right' } as const
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    context.textAlign = align[style.textAnchor as keyof typeof align] ?? 'left'
    context.fillText(element.textContent ?? '', read('x'), read('y'))
    return
  }
  const path = new Path2D(element.getAttribute('d') ?? '')
  if (element.tagName === 'rect') path.rect(read('x'), read('y'), read('width'), read('height'))
  if (element.tagName === 'circle') path.arc(read('cx'), read('cy'), read('r'), 0, 2 * Math.PI)
  if (element.tagName === 'line') {
    path.moveTo(read('x1'), read('y1'))
    path.lineTo(read('x2'), read('y2'))
  }
  context.globalAlpha = Number(style.fillOpacity)
  if (style.fill !== 'none' && element.tagName !== 'line') context.fill(path)
  context.globalAlpha = 1
  if (style.stroke !== 'none') context.stroke(path)
}
