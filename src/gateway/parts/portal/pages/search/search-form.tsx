/** A field that searches the catalogue. Submitting it opens the search page. */
import { Form, Search } from '@carbon/react'
import type { ComponentProps, FormEvent } from 'react'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { buildSearchLink } from '../routing/page-route.ts'

export function SearchForm() {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('catalogue-search') as HTMLInputElement
    navigate(buildSearchLink(field.value.trim()))
  }

  return (
    <Form role="search" className="search-form" onSubmit={submit}>
      <SearchField />
    </Form>
  )
}

export function SearchField(props: Pick<ComponentProps<typeof Search>, 'autoFocus' | 'value' | 'onChange'>) {
  return (
    <Search
      closeButtonLabelText={t('Clear search input')}
      id="catalogue-search"
      size="lg"
      labelText={t('Search the catalogue')}
      placeholder={t('Search products, APIs, operations and guides')}
      {...props}
    />
  )
}
