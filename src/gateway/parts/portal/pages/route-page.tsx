/** Lists the pages of the portal. Each page is loaded when it is first needed. */
import { lazy } from 'react'
import { buildPageSwitch } from '../../../../shared/ui/shell/page-switch.tsx'
import type { PageRoute } from './routing/page-route.ts'

const HomePage = lazy(() => import('./home/home-page.tsx'))
const SearchPage = lazy(() => import('./search/search-page.tsx'))
const SignedInPage = lazy(() => import('./session/signed-in-page.tsx'))
const MailLinkPage = lazy(() => import('./session/mail-link-page.tsx'))
const GuidesPage = lazy(() => import('./guides/guides-page.tsx'))
const GuidePage = lazy(() => import('./guides/guide-page.tsx'))
const ProductsPage = lazy(() => import('./products/products-page.tsx'))
const ProductPage = lazy(() => import('./products/product-page.tsx'))
const ApiPage = lazy(() => import('./apis/api-page.tsx'))
const ApplicationsPage = lazy(() => import('./applications/applications-page.tsx'))
const ApplicationPage = lazy(() => import('./applications/details/application-page.tsx'))
const TryPage = lazy(() => import('./try/try-page.tsx'))
const TokensPage = lazy(() => import('./tokens/tokens-page.tsx'))
const ApprovalsPage = lazy(() => import('./approvals/approvals-page.tsx'))
const ConfigurationPage = lazy(() => import('./configuration/configuration-page.tsx'))
const DocumentPage = lazy(() => import('./configuration/document/document-page.tsx'))
const CallsPage = lazy(() => import('./configuration/calls/calls-page.tsx'))
const QuestionsPage = lazy(() => import('./configuration/questions/questions-page.tsx'))
const RevisionsPage = lazy(() => import('./configuration/revisions/revisions-page.tsx'))
const RevisionPage = lazy(() => import('./configuration/revisions/revision-page.tsx'))
const KeysPage = lazy(() => import('./configuration/keys/keys-page.tsx'))
const LivePage = lazy(() => import('./configuration/live/live-page.tsx'))
const AccountPage = lazy(() => import('./session/account-page.tsx'))

export const RoutePage = buildPageSwitch<PageRoute>({
  home: () => <HomePage />,
  signIn: () => <SignedInPage />,
  search: () => <SearchPage />,
  reset: (route) => <MailLinkPage route={route} />,
  verify: (route) => <MailLinkPage route={route} />,
  guides: () => <GuidesPage />,
  guide: ({ guide }) => <GuidePage key={guide} name={guide} />,
  products: () => <ProductsPage />,
  product: ({ product }) => <ProductPage key={product} name={product} />,
  api: ({ api, operation, tab }) => <ApiPage key={api} reference={api} operation={operation} tab={tab} />,
  applications: () => <ApplicationsPage />,
  application: ({ application, tab }) => <ApplicationPage key={application} name={application} tab={tab} />,
  try: ({ api, operation }) => <TryPage reference={api} operation={operation} />,
  tokens: () => <TokensPage />,
  approvals: () => <ApprovalsPage />,
  configuration: () => <ConfigurationPage />,
  calls: () => <CallsPage />,
  questions: ({ question, about }) => <QuestionsPage key={`${question} ${about}`} question={question} about={about} />,
  revisions: () => <RevisionsPage />,
  revision: ({ revision }) => <RevisionPage key={revision} name={revision} />,
  keys: () => <KeysPage />,
  live: () => <LivePage />,
  document: ({ file }) => <DocumentPage key={file} file={file} />,
  account: () => <AccountPage />,
})
