import test from 'ava'
import { sandbox } from '../_support/shared-sandbox.ts'
import { messagingStories } from './_stories/messaging.ts'

messagingStories(test, sandbox)
