/** Shows the description of a product, plan or API as plain text. Markup in it is not interpreted. */
export function DescriptionText({ text }: { text: string | undefined }) {
  return text ? <p className="prose">{text}</p> : null
}
