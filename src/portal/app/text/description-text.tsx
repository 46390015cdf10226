/** What an author wrote about something, as it was written: nothing in it becomes markup. */
export function DescriptionText({ text }: { text: string | undefined }) {
  return text ? <p className="prose">{text}</p> : null
}
