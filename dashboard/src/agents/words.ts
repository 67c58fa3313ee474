// How the agents of a network work together, in words.

import type { Network } from "./queries";

export const STRATEGIES: Record<Network["strategy"], { name: string; about: string }> = {
  parallel: {
    name: "Side by side",
    about: "Each answers by itself; where they disagree, the answer says so.",
  },
  sequential: {
    name: "In turn",
    about: "Each is given what the one before it found.",
  },
  router: {
    name: "The one that fits",
    about: "The question goes to the agent that fits it best.",
  },
};
