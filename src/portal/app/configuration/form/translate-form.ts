/** Translates the layout of a form, which the server sends in English. Pure. */
import type { DocumentForm, FormField } from '../../../../config/types/index.ts'
import { translateServed } from '../../../../ui/text/t.ts'

export function translateForm(form: DocumentForm): DocumentForm {
  return {
    ...form,
    groups: form.groups.map((group) => ({
      ...group,
      title: translateServed(group.title),
      ...(group.help !== undefined && { help: translateServed(group.help) }),
      fields: group.fields.map(translateField),
    })),
    ...(form.words && { words: form.words.map(translateField) }),
  }
}

function translateField(field: FormField): FormField {
  const { title, help, values } = field
  return {
    ...field,
    ...(title !== undefined && { title: translateServed(title) }),
    ...(help !== undefined && { help: translateServed(help) }),
    ...(values && {
      values: Object.fromEntries(Object.entries(values).map(([value, name]) => [value, translateServed(name)])),
    }),
  }
}
