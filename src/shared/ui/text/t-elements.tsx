/** Translates a text that contains elements: `tElements('Not found. {link}', { link: <a …/> })`. */
import { Fragment, type ReactNode } from 'react'
import { splitText } from './t.ts'

export function tElements(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  return splitText(text, values).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>{part as ReactNode}</Fragment>
  ))
}
