import { renderHeaderBlock } from '../../http/fast-path/header-block.ts'

/** The headers that every response of the REST API contains, including error responses. */
export const securityHeaders = renderHeaderBlock({
  'X-XSS-Protection': '1;mode=block',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-cache, no-store, must-revalidate',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'", // responses contain data, never a page
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Content-Language': 'en-US',
})
