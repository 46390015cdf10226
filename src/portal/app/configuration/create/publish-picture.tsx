/** Draws what publishing an API does: the way of a call. */
import { t } from '../../../../ui/text/t.ts'
import type { PublishedApi } from './publish-in-product.ts'

export interface PublishPictureProps {
  apis: readonly PublishedApi[]
  provider: string
  product: string
  upstream: string
}

/** The way of a call when the APIs are published: what it needs, what counts it, and where it goes. */
export function PublishPicture({ apis, provider, product, upstream }: PublishPictureProps) {
  const steps = [
    [
      t('Application'),
      product === '' ? t('None: they cannot be called yet') : t('subscribes to {product}', { product }),
    ],
    [t('Token'), t('of {provider}', { provider })],
    ['API', apis.map(({ name, version }) => `${name} ${version}`).join(', ')],
    [t('Upstream'), upstream || t('the first server of the file')],
  ]
  return (
    <ol className="way" aria-label={t('The way of a call')}>
      {steps.map(([title, text]) => (
        <li key={title} className="way__step">
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
