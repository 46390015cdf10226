/**
 * Reads the body of a request as it arrives, with one listener function per event for all requests.
 *
 * `message/run-once.ts` has the reason: closures that are made for one request may outlive it.
 */
import type { IncomingMessage } from 'node:http'

/** Emitted by a request whose body is too slow. A listener must respond; without one, the status is 408. */
export const slowBodyEvent = Symbol('the body of the request is too slow')

/** The reader of a body. */
export interface BodyFollower {
  onData(chunk: Buffer): void
  /** Called when the whole body has arrived. */
  onEnd(): void
  /** Called when the request has closed, also after `onEnd`, or has failed. */
  onClose(): void
  /** Called when the body is too slow. Without this method, the HTTP listener responds with 408. */
  onSlow?(): void
}

const followerOf = Symbol('the reader of the body')

type FollowedRequest = IncomingMessage & { [followerOf]?: BodyFollower | undefined }

/** Starts to read the body. A request has one follower at a time. */
export function followBody(request: IncomingMessage, follower: BodyFollower): void {
  ;(request as FollowedRequest)[followerOf] = follower
  request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  if (follower.onSlow) request.on(slowBodyEvent, onSlow)
}

/** Ends what `followBody` began. */
export function unfollowBody(request: IncomingMessage): void {
  ;(request as FollowedRequest)[followerOf] = undefined
  request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
  request.off(slowBodyEvent, onSlow)
}

function onData(this: FollowedRequest, chunk: Buffer): void {
  this[followerOf]?.onData(chunk)
}

function onEnd(this: FollowedRequest): void {
  this[followerOf]?.onEnd()
}

function onClose(this: FollowedRequest): void {
  this[followerOf]?.onClose()
}

function onSlow(this: FollowedRequest): void {
  this[followerOf]?.onSlow?.()
}
