/** Widths in pixels by column id. */
export type ColumnWidths = Readonly<Record<string, number>>

export const minColumnWidth = 64
export const maxColumnWidth = 960

export function clampColumnWidth(width: number): number {
  return Math.round(Math.max(minColumnWidth, Math.min(maxColumnWidth, width)))
}
