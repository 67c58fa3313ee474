// How the agents of a network work together, in words.

import type { Network } from "./queries";

export const STRATEGIES: Record<Network["strategy"], { name: string; about: string }> = {
  parallel: {
    name: "In parallel",
    about: "Every agent answers on its own. Where they disagree, the answer says so.",
  },
  sequential: {
    name: "In sequence",
    about: "Each agent receives what the one before it found.",
  },
  router: {
    name: "Best match",
    about: "The question goes to the agent that fits it best.",
  },
};
