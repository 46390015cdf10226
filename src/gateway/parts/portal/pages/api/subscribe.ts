/** Subscribes an application to a plan, or moves its subscription from another plan of the product. */
import { requestResource } from './client.ts'

export function subscribe(application: string, product: string, plan: string) {
  const params = { application, product }
  return requestResource('PUT /applications/:application/subscriptions/:product', params, { body: { plan } })
}
