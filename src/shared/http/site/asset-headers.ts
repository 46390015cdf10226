/** Builds the response headers of pages and their files: security policies and caching. */
import type { Asset } from './assets.ts'

/**
 * The Content Security Policy of a page: scripts, styles and requests of its own origin only, and no conversion
 * of text to markup.
 *
 * Content Security Policy Level 3; Trusted Types.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The policy of everything that is not a page: the browser runs nothing when it shows the file by itself. */
const inert = "default-src 'none'; frame-ancestors 'none'"

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

const year = 31_536_000

export interface PageHeaderOptions {
  /** Origins that may show the page in a frame, separated by spaces. By default, no origin may. */
  frameAncestors?: string
}

/** The headers of a response that is neither a page nor a file of one: a redirect, or a rejected method. */
export const nonPageHeaders = {
  ...always,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': inert,
  'X-Frame-Options': 'DENY',
} as const

/** Returns the headers for an asset. */
export function buildAssetHeaders(asset: Asset, { frameAncestors = '' }: PageHeaderOptions): Record<string, string> {
  if (asset.isImmutable) {
    return {
      ...always,
      'Content-Security-Policy': inert,
      'Cache-Control': `public, max-age=${year}, immutable`,
      ETag: asset.etag,
    }
  }
  return {
    ...always,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `${policy}; frame-ancestors ${frameAncestors || "'none'"}`,
    ...(frameAncestors ? {} : { 'X-Frame-Options': 'DENY' }),
  }
}
