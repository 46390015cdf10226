/** The page for a URL that no page has. */
import { t } from '../text/t.ts'
import { tElements } from '../text/t-elements.tsx'

export function NotFoundPage() {
  return (
    <>
      <h1 className="page__title">{t('Not found')}</h1>
      <p>{tElements('There is no such page. {link}', { link: <a href="#/home">{t('Home')}</a> })}</p>
    </>
  )
}
