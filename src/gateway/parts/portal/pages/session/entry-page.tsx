/** The page of a visitor: the catalogue where it is public, and the sign-in page for every other route. */
import { lazy } from 'react'
import { useLocationHash } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { isCataloguePage, parsePageRoute } from '../routing/page-route.ts'
import { usePortalInfo } from './portal-info.tsx'
import type { SignInPageProps } from './sign-in-page.tsx'

const Portal = lazy(() => import('../portal-app.tsx'))
const MailLinkPage = lazy(() => import('./mail-link-page.tsx'))
const SignInPage = lazy(() => import('./sign-in-page.tsx'))

export default function EntryPage(props: SignInPageProps) {
  const { isPublic } = usePortalInfo()
  const route = parsePageRoute(useLocationHash())
  // After the end of a session the same user continues where it ended.
  const isOpen = isPublic && props.reason !== 'ended' && isCataloguePage(route.page)
  if (route.page === 'reset' || route.page === 'verify') return <MailLinkPage {...route} />
  return isOpen ? <Portal /> : <SignInPage {...props} />
}
