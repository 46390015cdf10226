/** The page that webhooks add to the console. */
import { lazy } from 'react'
import type { PartPages } from '../../console/kit/part-pages.ts'

const WebhooksPage = lazy(() => import('./webhooks-page.tsx'))

export const partPages: PartPages = {
  sections: { webhooks: (route) => <WebhooksPage key={route.manager} route={route} /> },
}
