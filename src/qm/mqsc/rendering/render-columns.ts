/** Renders the result of a command for a terminal: messages, and attributes in two columns below them. */
import type { AttributeValue, CommandResponse } from '../../types/command.ts'
import { renderAttribute } from './render-text.ts'

const width = 40
const maxColumnWidth = 37 // longer attributes get a line of their own

export function renderInColumns({ messages, attributes = [], objects = [] }: CommandResponse): string[] {
  return [...messages, ...layOut(attributes), ...objects.flatMap((object) => ['', ...layOut(object)])]
}

function layOut(attributes: readonly (readonly [string, AttributeValue])[]): string[] {
  const lines: string[] = []
  let left: string | undefined
  const flush = () => {
    if (left !== undefined) lines.push(`   ${left}`)
    left = undefined
  }
  for (const item of attributes.map(renderAttribute)) {
    if (item.length > maxColumnWidth) {
      flush()
      lines.push(`   ${item}`)
    } else if (left === undefined) {
      left = item
    } else {
      lines.push(`   ${left.padEnd(width)}${item}`)
      left = undefined
    }
  }
  flush()
  return lines
}
