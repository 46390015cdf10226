/** The page of a visitor: the catalogue where it is public, and the sign-in page for every other route. */
import { lazy } from 'react'
import { useLocationHash } from '../../../ui/routing/use-location-hash.ts'
import { isCataloguePage, parsePageRoute } from '../routing/page-route.ts'
import { usePortalInfo } from './portal-info.tsx'
import type { SignInPageProps } from './sign-in-page.tsx'

const Portal = lazy(() => import('../portal-app.tsx'))
const ResetPage = lazy(() => import('./reset-page.tsx'))
const VerifyPage = lazy(() => import('./verify-page.tsx'))
const SignInPage = lazy(() => import('./sign-in-page.tsx'))

export default function EntryPage(props: SignInPageProps) {
  const { isPublic } = usePortalInfo()
  const route = parsePageRoute(useLocationHash())
  // After the end of a session the same user continues where it ended.
  const isOpen = isPublic && props.reason !== 'ended' && isCataloguePage(route.page)
  if (route.page === 'reset') return <ResetPage token={route.token} />
  if (route.page === 'verify') return <VerifyPage token={route.token} />
  return isOpen ? <Portal /> : <SignInPage {...props} />
}
