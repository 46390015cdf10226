#!/usr/bin/env node
import { launch } from './launch.js'

void launch('sluice', '"npm start", or "npx sluice <command>"', 'main')
