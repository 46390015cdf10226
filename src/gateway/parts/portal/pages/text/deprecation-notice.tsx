/** Warns that an API or a product is deprecated, and when it will be turned off. */
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiView } from '../../rest/index.ts'
import { Markdown } from './markdown.tsx'

type DeprecationNoticeProps = { deprecation: NonNullable<ApiView['deprecation']>; what: 'API' | 'product' }

export function DeprecationNotice({ what, deprecation }: DeprecationNoticeProps) {
  const { since, sunset, link, text } = deprecation
  return (
    <div className="deprecation">
      <Notice
        kind="warning"
        role="none"
        title={t(
          since
            ? '{what, select, API {This API} other {This product}} is deprecated since {since}.'
            : '{what, select, API {This API} other {This product}} is deprecated.',
          { what, since },
        )}
      >
        {sunset && <p>{t('It will be turned off on {sunset}.', { sunset })}</p>}
        <Markdown text={text} />
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {t('What to use in its place')}
          </a>
        )}
      </Notice>
    </div>
  )
}
