import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Axe for a page of ours. What Views show is their author's, and what it calls legacy opens no page of its own for every look. */
export const axeFor = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ iframes: false }).setLegacyMode()
