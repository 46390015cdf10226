/** The features of oidc-provider for owners who sign in, each on where the provider document enables it. */
import type { Configuration } from 'oidc-provider'
import type { ProviderSettings } from '../../config/types/index.ts'
import { sendLogoutPage } from '../authorize/account-pages.ts'
import {
  sendDeviceCodePage,
  sendDeviceConfirmPage,
  sendDeviceDonePage,
  sendSignedOutPage,
} from '../authorize/device-pages.ts'
import { replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import { getRequestState } from '../request/request-state.ts'
import { listClaimsByScope } from '../scopes/claims.ts'

/** The paths of these endpoints, below the provider. */
export const signInPaths = {
  userinfo: '/oauth2/userinfo',
  end_session: '/oauth2/logout',
  device_authorization: '/oauth2/device_authorization',
  code_verification: '/oauth2/device',
  pushed_authorization_request: '/oauth2/par',
  registration: '/oauth2/register',
} as const

/** Returns the claims that scopes open, and the features. */
export function buildSignInFeatures(settings: ProviderSettings) {
  const { openidConnect, deviceAuthorization, pushedAuthorization } = settings
  const { enabled, required } = pushedAuthorization
  return {
    claims: openidConnect.enabled ? listClaimsByScope(settings) : {},
    features: {
      userinfo: { enabled: openidConnect.enabled },
      backchannelLogout: { enabled: openidConnect.enabled && settings.sessions.ttl > 0 },
      rpInitiatedLogout: {
        enabled: openidConnect.enabled,
        logoutSource: async (ctx, form) => sendLogoutPage(ctx, form),
        postLogoutSuccessSource: async (ctx) => sendSignedOutPage(ctx),
      },
      deviceFlow: {
        enabled: deviceAuthorization.enabled,
        charset: 'base-20',
        mask: '****-****',
        userCodeInputSource: async (ctx, form, _out, error) => {
          getRequestState(ctx).isCodeWrong = error?.name === 'NotFoundError'
          sendDeviceCodePage(ctx, form, error && describeCodeProblem(error))
        },
        userCodeConfirmSource: async (ctx, form, client, _device, userCode) =>
          sendDeviceConfirmPage(ctx, form, { application: client.clientName ?? client.clientId, userCode }),
        successSource: async (ctx) => sendDeviceDonePage(ctx),
      },
      pushedAuthorizationRequests: { enabled, requirePushedAuthorizationRequests: enabled && required },
    } satisfies Configuration['features'],
  }
}

/** Returns what the owner reads about a code that does not work. */
function describeCodeProblem(error: Error): string {
  switch (error.name) {
    case 'NoCodeError':
      return 'Enter the code that your device shows.'
    case 'AbortedError':
      return 'You have denied access. Your device gets no tokens.'
    case 'NotFoundError':
    case 'ExpiredError':
    case 'AlreadyUsedError':
      return 'This code is wrong, has expired or was used before. Ask your device for a new one.'
    default: {
      const { error_description: text = 'The request was rejected' } = error as { error_description?: string }
      return replaceForbiddenCharacters(text)
    }
  }
}
