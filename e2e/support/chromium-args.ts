/**
 * The features that the tests switch off. Chromium uses only the last --disable-features of its command line, so the list
 * repeats the features that Playwright switches off (chromiumSwitches.ts in playwright-core).
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Each window has two pages for the suggestions of the address bar. In headless mode they are not visible, and they need
  // more than half of the CPU time of a new context.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** The arguments of Chromium, in addition to Playwright's. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  `--disable-features=${disabledFeatures.join(',')}`,
];
