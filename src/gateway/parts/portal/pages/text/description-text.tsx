/** Shows the description of a product, plan, API or operation, which may contain Markdown. */
import { Markdown } from './markdown.tsx'

export function DescriptionText({ text }: { text: string | undefined }) {
  return text ? <Markdown text={text} headingLevel={4} /> : null
}
