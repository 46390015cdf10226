/** Shows where the time of a call went. */
import { createElement, type ReactNode } from 'react'
import { drawCall, type SvgNode } from '../../../contract/access/draw-call.ts'
import { t } from '../../../ui/text/t.ts'
import type { CallCourseView } from '../../rest/index.ts'

export function CallPicture({ course }: { course: CallCourseView }) {
  const texts = { label: t('The stages of the call with their times'), noResponse: t('no response') }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="call-picture" tabIndex={0} aria-label={texts.label}>
      {build(drawCall(course, texts), 0)}
    </section>
  )
}

/** The names of SVG attributes as React spells them. */
const reactNames: Readonly<Record<string, string>> = {
  'font-size': 'fontSize',
  'text-anchor': 'textAnchor',
  'stroke-opacity': 'strokeOpacity',
}

function build({ tag, attributes, children }: SvgNode, key: number): ReactNode {
  const renamed = Object.entries(attributes).map(([name, value]) => [reactNames[name] ?? name, value])
  const inner = children.map((each, index) => (typeof each === 'string' ? each : build(each, index)))
  return createElement(tag, { ...Object.fromEntries(renamed), key }, ...inner)
}
