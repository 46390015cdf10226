/** The widths of columns that the user set, stored in this browser. */
import { useState } from 'react'
import { readLocalPreference, saveLocalPreference } from '../../../ui/preferences/local-preferences.ts'

/** Widths in pixels by column id. */
export type ColumnWidths = Readonly<Record<string, number>>

export const minColumnWidth = 64
export const maxColumnWidth = 960

export interface ColumnWidthsHandle {
  widths: ColumnWidths
  /** Stores the widths of all columns. The table has a fixed layout as soon as one is set. */
  setWidths(widths: ColumnWidths): void
}

/** `list` names the list; lists without a name forget their widths. */
export function useColumnWidths(list: string | undefined): ColumnWidthsHandle {
  const key = `widths:${list}`
  const [widths, setWidths] = useState<ColumnWidths>(
    () => (list === undefined ? undefined : readLocalPreference<ColumnWidths>(key)) ?? {},
  )
  return {
    widths,
    setWidths(next) {
      setWidths(next)
      if (list !== undefined) saveLocalPreference(key, next)
    },
  }
}

export function clampColumnWidth(width: number): number {
  return Math.round(Math.max(minColumnWidth, Math.min(maxColumnWidth, width)))
}
